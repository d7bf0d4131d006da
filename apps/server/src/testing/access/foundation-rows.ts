import { generateSecret } from '../../secret.ts';
import { PASSWORD, type Person } from '../test-app.ts';
import type { AccessFixture } from './identities.ts';
import { type AccessRow, type AccessRows, EVERYONE, fresh, members, OPERATOR, SIGNED_IN, WHOLE_TEAM } from './row.ts';

const SHORTLY = /^public, max-age=300$/;
const ASK_AGAIN = /^no-cache$/;
const IMMUTABLE = /immutable/;

const emailOfA = ({ people }: AccessFixture) => ({ email: people.userA.email });

export const foundationRows: AccessRows = {
  'GET /v1/live': { audience: EVERYONE, status: 200 },
  'GET /v1/ready': { audience: EVERYONE, status: 200 },
  'GET /v1/health': { audience: EVERYONE, status: 200 },
  'GET /v1/health/statistics': { audience: EVERYONE, status: 200 },
  'POST /v1/login': {
    audience: EVERYONE,
    status: 200,
    body: ({ people }, identity) => ({
      // B comes last, when A has a second factor.
      email: (identity === 'userB' ? people.userB : people.userA).email,
      password: PASSWORD,
    }),
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
    // Foreign, unknown and invalid links lead to the same screen.
    otherIdStatus: 302,
    ids: {
      own: async (world) => ({ id: String(world.people.userA.id), hash: await linkOfA(world) }),
      foreign: async (world) => ({ id: String(world.people.userB.id), hash: await linkOfA(world) }),
      missing: async (world) => ({ id: '999999999', hash: await linkOfA(world) }),
      malformed: async (world) => ({ id: "1'--", hash: await linkOfA(world) }),
    },
  },
  'GET /v1/profile': { audience: SIGNED_IN, status: 200 },
  'PUT /v1/profile': {
    audience: members({ team: WHOLE_TEAM, needs: ['profile'] }),
    status: 200,
    body: () => ({ company: `Company ${fresh()}` }),
  },
  'PUT /v1/profile/grids': {
    audience: SIGNED_IN,
    status: 200,
    body: () => ({ grid: 'campaigns', layout: { columns: [{ id: 'clicks' }], rules: [] } }),
  },
  'GET /v1/onboarding': { audience: SIGNED_IN, status: 200 },
  'PUT /v1/onboarding': { audience: SIGNED_IN, status: 200, body: () => ({ is_hidden: true }) },
  'GET /v1/overview': { audience: OPERATOR, status: 200 },
  'GET /v1/overview/business': { audience: OPERATOR, status: 200 },
  'GET /v1/overview/movements': { audience: OPERATOR, status: 200 },
  'GET /v1/overview/customers': { audience: OPERATOR, status: 200, query: '?list=paying' },
  'GET /v1/overview/tasks': { audience: OPERATOR, status: 200 },
  'GET /v1/overview/service': { audience: OPERATOR, status: 200 },
  'GET /v1/notifications': { audience: SIGNED_IN, status: 200, query: '?per_page=100' },
  'POST /v1/notifications': { audience: OPERATOR, status: 201, body: () => announcement() },
  'DELETE /v1/notifications/:id': {
    audience: OPERATOR,
    status: 200,
    ids: {
      own: async (world) => ({ id: await announced(world) }),
      // A user's notifications are private, even from the operator.
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
  'GET /v1/notifications/preferences': { audience: SIGNED_IN, status: 200 },
  'PUT /v1/notifications/preferences': {
    audience: SIGNED_IN,
    status: 200,
    body: () => ({ topic: 'quota', in_app: true, by_letter: false }),
  },
  'GET /v1/notifications/stream': { audience: SIGNED_IN, status: 200, isStream: true },
  'GET /v1/outbox': { audience: OPERATOR, status: 200 },

  'GET /v1/openapi.json': { audience: EVERYONE, status: 200, cache: SHORTLY },
  'GET /v1/docs': { audience: EVERYONE, status: 200, cache: SHORTLY },
  'GET /v1/docs/reference.css': { audience: EVERYONE, status: 200, cache: SHORTLY },

  'GET /locales/*': locales(),
  'HEAD /locales/*': locales(),
  'GET /assets/main-1a2b3c4d.js': { audience: EVERYONE, status: 200, cache: IMMUTABLE },
  'HEAD /assets/main-1a2b3c4d.js': { audience: EVERYONE, status: 200, cache: IMMUTABLE },
  'GET /manifest.webmanifest': { audience: EVERYONE, status: 200, cache: ASK_AGAIN },
  'GET /favicon.svg': { audience: EVERYONE, status: 200, cache: ASK_AGAIN },
  'HEAD /favicon.svg': { audience: EVERYONE, status: 200, cache: ASK_AGAIN },
};

/** Paths without a route: screens of the web app and missing pages. */
export const UNROUTED: AccessRows = {
  'GET /': { audience: EVERYONE, status: 200, cache: ASK_AGAIN },
  'GET /ua/campaign': { audience: EVERYONE, status: 200, cache: ASK_AGAIN },
  'GET /v1/nothing': { audience: EVERYONE, status: 404 },
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

const announcement = () => ({
  titles: [{ locale: 'en', title: `News ${fresh()}` }],
  messages: [{ locale: 'en', message: 'Something worth telling everyone.' }],
});

async function announced({ product, people }: AccessFixture): Promise<string> {
  const { rows } = await product.services.pool.query(
    "insert into notifications (kind, created_by_id) values ('announcement', $1) returning id",
    [people.superAdmin.id],
  );
  return String(rows[0].id);
}

async function linkOfA({ product, people }: AccessFixture): Promise<string> {
  return link(product, people.userA.id, 'verify_email');
}

const forgetful = new WeakMap<AccessFixture, Promise<Person>>();

/** For a separate user, because a new password ends every session. */
async function resetOfNobodyElse(world: AccessFixture) {
  const { product } = world;
  const person = forgetful.get(world) ?? product.person();
  forgetful.set(world, person);
  const { id, email } = await person;
  const token = await link(product, id, 'reset_password');
  const password = `a phrase of ${fresh()}`;
  return { email, token, password, password_confirmation: password };
}

async function link(product: AccessFixture['product'], userId: number, purpose: string): Promise<string> {
  const { secret, hash } = generateSecret();
  await product.services.pool.query(
    "insert into link_tokens (purpose, user_id, token_hash, expires_at) values ($1, $2, $3, now() + interval '1 hour')",
    [purpose, userId, hash],
  );
  return secret;
}
