import { randomBytes } from 'node:crypto';
import { newSecret } from '../features/auth/secret.ts';
import type { Identity, World } from './access-identities.ts';
import { PASSWORD } from './test-app.ts';

/** What an identity is answered: let through, or refused with a status. */
type Verdict = 'allowed' | 401 | 403;
type Audience = Record<Identity, Verdict>;

const STRANGERS = { none: 401, malformed: 401, idle: 401, expired: 401, revoked: 401, blocked: 401 } as const;

const EVERYONE: Audience = {
  none: 'allowed',
  malformed: 'allowed',
  idle: 'allowed',
  expired: 'allowed',
  revoked: 'allowed',
  blocked: 'allowed',
  userA: 'allowed',
  userB: 'allowed',
  admin: 'allowed',
  superAdmin: 'allowed',
};
const SIGNED_IN: Audience = {
  ...STRANGERS,
  userA: 'allowed',
  userB: 'allowed',
  admin: 'allowed',
  superAdmin: 'allowed',
};
const OPERATOR: Audience = { ...STRANGERS, userA: 403, userB: 403, admin: 403, superAdmin: 'allowed' };

/** Ways to name a thing: one's own, one that belongs to somebody else, one that is not there, one that cannot be. */
export const ID_KINDS = ['own', 'foreign', 'missing', 'malformed'] as const;
export type IdKind = (typeof ID_KINDS)[number];
type Params = Record<string, string>;
/** Made anew for each call. */
type Made<T> = (world: World, identity: Identity) => Promise<T> | T;

export interface AccessRow {
  audience: Audience;
  /** The status of who is let through and names their own. */
  status: number;
  /** Values for the parameters of the address; only for addresses that have some. */
  ids?: Record<IdKind, Made<Params>>;
  /** The status of who is let through but names something else. */
  otherIdStatus?: number;
  query?: string;
  body?: Made<unknown>;
  /** Ends only when the caller goes away. */
  isStream?: true;
  /** What the answer says about keeping it. */
  cache?: RegExp;
}

const SHORTLY = /^public, max-age=300$/;
const ASK_AGAIN = /^no-cache$/;
const FOR_EVER = /immutable/;

const fresh = (): string => randomBytes(6).toString('hex');
const emailOfA = ({ people }: World) => ({ email: people.userA.email });

/** A campaign of the caller; strangers name that of A. */
const CAMPAIGN_IDS: NonNullable<AccessRow['ids']> = {
  own: async (world, identity) => ({ id: await campaignOf(world, identity) }),
  foreign: async (world, identity) => ({ id: await campaignOfAnother(world, identity) }),
  missing: () => ({ id: '999999999' }),
  malformed: () => ({ id: '1e1' }),
};
const versionOf =
  (kind: IdKind): Made<Params> =>
  async (world, identity) => ({ ...(await CAMPAIGN_IDS[kind](world, identity)), version: '1' });
const VERSION_IDS = {
  own: versionOf('own'),
  foreign: versionOf('foreign'),
  missing: versionOf('missing'),
  malformed: versionOf('malformed'),
};

/** One row per route of the router, and one route per row. */
export const ACCESS_TABLE: Record<string, AccessRow> = {
  'GET /v1/health': { audience: EVERYONE, status: 200 },
  'POST /v1/login': {
    audience: EVERYONE,
    status: 200,
    body: ({ people }) => ({ email: people.userA.email, password: PASSWORD }),
  },
  'GET /v1/register': { audience: EVERYONE, status: 200, query: '?ref=NOBODY22' },
  'POST /v1/register': {
    audience: EVERYONE,
    status: 201,
    body: () => ({
      email: `${fresh()}@example.test`,
      password: PASSWORD,
      password_confirmation: PASSWORD,
      accept_terms: true,
    }),
  },
  'POST /v1/logout': { audience: SIGNED_IN, status: 200 },
  'POST /v1/password/forgot': { audience: EVERYONE, status: 200, body: emailOfA },
  'POST /v1/password/reset': { audience: EVERYONE, status: 200, body: resetOfNobodyElse },
  'POST /v1/email/verify/resend': { audience: EVERYONE, status: 200, body: emailOfA },
  'GET /v1/email/verify/:id/:hash': {
    audience: EVERYONE,
    status: 302,
    // The link of somebody else, an unknown and a broken one lead to the same screen.
    otherIdStatus: 302,
    ids: {
      own: async (world) => ({ id: String(world.people.userA.id), hash: await linkOfA(world) }),
      foreign: async (world) => ({ id: String(world.people.userB.id), hash: await linkOfA(world) }),
      missing: async (world) => ({ id: '999999999', hash: await linkOfA(world) }),
      malformed: async (world) => ({ id: "1'--", hash: await linkOfA(world) }),
    },
  },
  'GET /v1/profile': { audience: SIGNED_IN, status: 200 },
  'PUT /v1/profile': { audience: SIGNED_IN, status: 200, body: () => ({ company: `Company ${fresh()}` }) },
  'GET /v1/companies': { audience: SIGNED_IN, status: 200, query: '?per_page=100' },
  'POST /v1/companies': { audience: SIGNED_IN, status: 201, body: () => newCampaign() },
  'GET /v1/companies/:id': { audience: SIGNED_IN, status: 200, ids: CAMPAIGN_IDS },
  'PUT /v1/companies/:id': { audience: SIGNED_IN, status: 200, ids: CAMPAIGN_IDS, body: () => newCampaign() },
  'DELETE /v1/companies/:id': { audience: SIGNED_IN, status: 200, ids: CAMPAIGN_IDS },
  'POST /v1/companies/:id/clone': { audience: SIGNED_IN, status: 201, ids: CAMPAIGN_IDS },
  'GET /v1/companies/:id/versions': { audience: SIGNED_IN, status: 200, ids: CAMPAIGN_IDS },
  'POST /v1/companies/:id/versions/:version/restore': { audience: SIGNED_IN, status: 200, ids: VERSION_IDS },
  'POST /v1/companies_related/bulk': {
    audience: SIGNED_IN,
    status: 200,
    // With one of somebody else among them, which is passed over.
    body: async (world, identity) => ({
      ids: [Number(await campaignOf(world, identity)), Number(await campaignOfAnother(world, identity))],
      action: 'delete',
    }),
  },
  'GET /v1/languages': { audience: SIGNED_IN, status: 200 },
  'GET /v1/countries': { audience: SIGNED_IN, status: 200 },
  'GET /v1/companies_related/get_options': { audience: SIGNED_IN, status: 200 },
  'GET /v1/black_list_ips': { audience: SIGNED_IN, status: 200, query: '?per_page=100' },
  'POST /v1/black_list_ips': { audience: SIGNED_IN, status: 201, body: () => ({ ip_addresses: '192.0.2.1' }) },
  'DELETE /v1/black_list_ips': { audience: SIGNED_IN, status: 200, body: everyEntryOfB },
  'GET /v1/overview': { audience: OPERATOR, status: 200 },
  'GET /v1/notifications': { audience: SIGNED_IN, status: 200, query: '?per_page=100' },
  'POST /v1/notifications': { audience: OPERATOR, status: 201, body: () => announcement() },
  'DELETE /v1/notifications/:id': {
    audience: OPERATOR,
    status: 200,
    ids: {
      own: async (world) => ({ id: await announced(world) }),
      // What the product told one person is nobody else's, not even the operator's.
      foreign: async ({ product, people }) => {
        const { rows } = await product.services.pool.query('select id from notifications where user_id = $1', [
          people.userB.id,
        ]);
        return { id: String(rows[0].id) };
      },
      missing: () => ({ id: '999999999' }),
      malformed: () => ({ id: '1e1' }),
    },
  },
  'POST /v1/notifications/mark_all_as_read': { audience: SIGNED_IN, status: 200 },
  'GET /v1/notifications/stream': { audience: SIGNED_IN, status: 200, isStream: true },
  'GET /v1/outbox': { audience: OPERATOR, status: 200 },

  'GET /v1/openapi.json': { audience: EVERYONE, status: 200, cache: SHORTLY },
  'GET /v1/docs': { audience: EVERYONE, status: 200, cache: SHORTLY },
  'GET /v1/docs/reference.css': { audience: EVERYONE, status: 200, cache: SHORTLY },

  'GET /locales/*': locales(),
  'HEAD /locales/*': locales(),
  'GET /assets/main-1a2b3c4d.js': { audience: EVERYONE, status: 200, cache: FOR_EVER },
  'HEAD /assets/main-1a2b3c4d.js': { audience: EVERYONE, status: 200, cache: FOR_EVER },
  'GET /favicon.svg': { audience: EVERYONE, status: 200, cache: ASK_AGAIN },
  'HEAD /favicon.svg': { audience: EVERYONE, status: 200, cache: ASK_AGAIN },
};

/** Addresses that the router does not know: screens of the application, and what is not there at all. */
export const UNROUTED: Record<string, AccessRow> = {
  'GET /': { audience: EVERYONE, status: 200, cache: ASK_AGAIN },
  'GET /ua/campaign': { audience: EVERYONE, status: 200, cache: ASK_AGAIN },
  'GET /v1/users': { audience: EVERYONE, status: 404 },
  'POST /v1': { audience: EVERYONE, status: 404 },
  'PUT /v1/health': { audience: EVERYONE, status: 405 },
  'GET /locales/..%2fpackage.json': { audience: EVERYONE, status: 404 },
  'GET /v1/%zz': { audience: EVERYONE, status: 400 },
};

function locales(): AccessRow {
  const missing = () => ({ '*': 'ua/nothing.json' });
  return {
    audience: EVERYONE,
    status: 200,
    cache: /^(no-cache|no-store)$/,
    ids: {
      own: () => ({ '*': 'ua/errors.json' }),
      foreign: () => ({ '*': 'package.json' }),
      missing,
      malformed: () => ({ '*': '..%2f..%2fpackage.json' }),
    },
  };
}

const newCampaign = () => ({ name: `Campaign ${fresh()}`, default_url: 'https://shop.example' });

/** A new one each time, because a call may delete it. */
async function campaignOf({ product, people }: World, identity: Identity): Promise<string> {
  const { accountId } = identity in people ? people[identity as keyof typeof people] : people.userA;
  return plantCampaign(product, accountId, newCampaign());
}

/** That of B, and to B itself that of A. */
async function campaignOfAnother({ product, people }: World, identity: Identity): Promise<string> {
  if (identity === 'userB') return plantCampaign(product, people.userA.accountId, newCampaign());
  const { rows } = await product.services.pool.query(
    'select id from campaigns where account_id = $1 and deleted_at is null order by id',
    [people.userB.accountId],
  );
  return String(rows[0].id);
}

/** Straight into the store, so that nobody has to be signed in for it. */
export async function plantCampaign(
  product: World['product'],
  accountId: number,
  campaign: { name: string; default_url: string },
): Promise<string> {
  const settings = JSON.stringify({ ...campaign, status: 'active', tags: [] });
  const { rows } = await product.services.pool.query(
    `with planted as (
       insert into campaigns (account_id, key, name, status, settings, postback_key)
       values ($1, $2, $3, 'active', $4, $2) returning id)
     insert into campaign_versions (campaign_id, version, settings) select id, 1, $4 from planted returning campaign_id`,
    [accountId, fresh(), campaign.name, settings],
  );
  return String(rows[0].campaign_id);
}

/** Only B is to lose them. */
async function everyEntryOfB({ product, people }: World) {
  const { rows } = await product.services.pool.query('select id from black_list_entries where account_id = $1', [
    people.userB.accountId,
  ]);
  return { ip_address_ids: [999_999_999, ...rows.map(({ id }) => Number(id))] };
}

const announcement = () => ({
  titles: [{ locale: 'en', title: `News ${fresh()}` }],
  messages: [{ locale: 'en', message: 'Something worth telling everyone.' }],
});

async function announced({ product, people }: World): Promise<string> {
  const { rows } = await product.services.pool.query(
    "insert into notifications (kind, created_by_id) values ('announcement', $1) returning id",
    [people.superAdmin.id],
  );
  return String(rows[0].id);
}

async function linkOfA({ product, people }: World): Promise<string> {
  return link(product, people.userA.id, 'verify_email');
}

/** For a person of its own, because a new password ends every session. */
async function resetOfNobodyElse({ product }: World) {
  const { id, email } = await product.person();
  const token = await link(product, id, 'reset_password');
  const password = `a phrase of ${fresh()}`;
  return { email, token, password, password_confirmation: password };
}

async function link(product: World['product'], userId: number, purpose: string): Promise<string> {
  const { secret, hash } = newSecret();
  await product.services.pool.query(
    "insert into link_tokens (purpose, user_id, token_hash, expires_at) values ($1, $2, $3, now() + interval '1 hour')",
    [purpose, userId, hash],
  );
  return secret;
}
