import type { Person } from '../../test-app.ts';
import { type AccessFixture, hasFewCampaigns, type Identity, ownerOf, personOf } from '../identities.ts';
import {
  type AccessRow,
  type AccessRows,
  EDITORS,
  fresh,
  type IdKind,
  type Made,
  members,
  type Params,
  WHOLE_TEAM,
} from '../row.ts';
import { viewIds } from './statistics-rows.ts';

const READERS = members({ team: WHOLE_TEAM, scope: 'campaigns:read' });
const WRITERS = members({ team: EDITORS, scope: 'campaigns:write' });
const EXPORTERS = members({ team: WHOLE_TEAM, scope: 'campaigns:read', needs: ['export'] });
const REPORT_READERS = members({ team: WHOLE_TEAM, scope: 'statistics:read' });
const LIST_READERS = members({ team: WHOLE_TEAM, scope: 'black_list:read' });
const LIST_WRITERS = members({ team: EDITORS, scope: 'black_list:write' });

/** A campaign of the caller; unauthenticated callers use one of A. */
export const CAMPAIGN_IDS: NonNullable<AccessRow['ids']> = {
  own: async (world, identity) => ({ id: await createCampaignOf(world, identity) }),
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

const setOf =
  (kind: IdKind): Made<Params> =>
  async (world, identity) => ({ ...(await CAMPAIGN_IDS[kind](world, identity)), uid: 'campaign' });
const SET_IDS = {
  own: setOf('own'),
  foreign: setOf('foreign'),
  missing: setOf('missing'),
  malformed: setOf('malformed'),
};

async function insertReplay({ product }: AccessFixture, campaignId: string): Promise<Params> {
  const { rows } = await product.services.pool.query(
    `insert into replays (campaign_id, settings, start_date, end_date, timezone, state)
     values ($1, '{"default_url": "https://shop.example"}', '2026-05-01', '2026-05-02', 'UTC', 'done') returning id`,
    [campaignId],
  );
  return { id: String(rows[0].id) };
}

/** Of an account that is not compared: of the admin, or of A. */
async function replayOfAnother(world: AccessFixture, identity: Identity): Promise<Params> {
  const { userA, admin } = world.people;
  const isOfA = ownerOf(world, identity) === userA && !hasFewCampaigns(identity);
  return insertReplay(world, await insertCampaign(world.product, (isOfA ? admin : userA).accountId, newCampaign()));
}

const REPLAY_IDS = {
  own: async (world: AccessFixture, identity: Identity) => insertReplay(world, await createCampaignOf(world, identity)),
  foreign: replayOfAnother,
  missing: CAMPAIGN_IDS.missing,
  malformed: CAMPAIGN_IDS.malformed,
};

export const campaignRows: AccessRows = {
  'GET /v1/companies': { audience: READERS, status: 200, query: '?search=canary' },
  'POST /v1/companies': { audience: WRITERS, status: 201, body: () => newCampaign() },
  'GET /v1/companies/:id': { audience: READERS, status: 200, ids: CAMPAIGN_IDS },
  'PUT /v1/companies/:id': { audience: WRITERS, status: 200, ids: CAMPAIGN_IDS, body: () => newCampaign() },
  'DELETE /v1/companies/:id': { audience: WRITERS, status: 200, ids: CAMPAIGN_IDS },
  'POST /v1/companies/:id/clone': { audience: WRITERS, status: 201, ids: CAMPAIGN_IDS },
  'GET /v1/companies/:id/versions': { audience: READERS, status: 200, ids: CAMPAIGN_IDS },
  'POST /v1/companies/:id/versions/:version/restore': { audience: WRITERS, status: 200, ids: VERSION_IDS },
  'GET /v1/companies/:id/sets/:uid/learning': { audience: READERS, status: 200, ids: SET_IDS },
  'POST /v1/companies/:id/replay': {
    audience: REPORT_READERS,
    status: 202,
    ids: CAMPAIGN_IDS,
    body: () => ({
      settings: { default_url: 'https://shop.example' },
      start_date: '2026-05-01',
      end_date: '2026-05-02',
    }),
  },
  'GET /v1/replays/:id': { audience: REPORT_READERS, status: 200, ids: REPLAY_IDS },
  'POST /v1/companies_related/bulk': {
    audience: WRITERS,
    status: 200,
    // Includes a foreign ID, which is ignored.
    body: async (world, identity) => ({
      ids: [Number(await createCampaignOf(world, identity)), Number(await campaignOfAnother(world, identity))],
      action: 'delete',
    }),
  },
  'GET /v1/companies_related/export': { audience: EXPORTERS, status: 200, query: '?sort=clicks' },
  'POST /v1/companies_related/bulk_edit': {
    audience: WRITERS,
    status: 200,
    // Includes a foreign ID, which is ignored.
    body: async (world, identity) => ({
      ids: [Number(await createCampaignOf(world, identity)), Number(await campaignOfAnother(world, identity))],
      edit: { url: { from: 'https://shop.example', to: 'https://new.example' } },
    }),
  },
  'POST /v1/companies_related/bulk_edit/undo': {
    audience: WRITERS,
    status: 200,
    body: async (world, identity) => ({ token: `${await campaignOfAnother(world, identity)}.1` }),
  },
  'GET /v1/companies_related/export/json': { audience: EXPORTERS, status: 200 },
  'GET /v1/companies_related/export/csv': { audience: EXPORTERS, status: 200 },
  'POST /v1/companies_related/import': {
    audience: WRITERS,
    status: 200,
    body: () => ({ format: 'json', text: JSON.stringify({ campaigns: [newCampaign()] }) }),
  },
  'POST /v1/companies_related/weights': {
    audience: WRITERS,
    status: 200,
    // Includes a foreign ID, which is ignored.
    body: async (world, identity) => ({
      campaigns: [await createCampaignOf(world, identity), await campaignOfAnother(world, identity)].map((id) => ({
        id: Number(id),
        version: 1,
        weights: [{ place: '0:1', weight: 7 }],
      })),
    }),
  },
  'GET /v1/companies_related/views': { audience: READERS, status: 200 },
  'POST /v1/companies_related/views': {
    audience: READERS,
    status: 201,
    body: () => ({ name: `View ${fresh()}`, search: '?status=active', is_shared: true }),
  },
  'DELETE /v1/companies_related/views/:id': { audience: READERS, status: 200, ids: viewIds('campaigns') },
  'GET /v1/languages': { audience: READERS, status: 200 },
  'GET /v1/countries': { audience: READERS, status: 200 },
  'GET /v1/companies_related/get_options': { audience: READERS, status: 200 },
  'GET /v1/black_list_ips': { audience: LIST_READERS, status: 200, query: '?per_page=100' },
  'POST /v1/black_list_ips': { audience: LIST_WRITERS, status: 201, body: newEntry },
  'DELETE /v1/black_list_ips': { audience: LIST_WRITERS, status: 200, body: everyEntryOfB },
};

const newCampaign = () => ({ name: `Campaign ${fresh()}`, default_url: 'https://shop.example' });

/** A new one each time, because a call may delete it. */
export const createCampaignOf = (world: AccessFixture, identity: Identity): Promise<string> =>
  reachedCampaign(world, personOf(world, identity), newCampaign());

/** A campaign of B; for B, one of A; for members with selected campaigns, another one of A. */
export async function campaignOfAnother(world: AccessFixture, identity: Identity): Promise<string> {
  const { product, people } = world;
  if (identity === 'userB' || hasFewCampaigns(identity))
    return insertCampaign(product, people.userA.accountId, newCampaign());
  const { rows } = await product.services.pool.query(
    'select id from campaigns where account_id = $1 and deleted_at is null order by id',
    [people.userB.accountId],
  );
  return String(rows[0].id);
}

/** A campaign that the caller can access. */
export async function reachedCampaign(
  { product }: AccessFixture,
  { id: userId, accountId }: Person,
  campaign: { name: string; default_url: string },
): Promise<string> {
  const id = await insertCampaign(product, accountId, campaign);
  await product.services.pool.query(
    'update team_members set campaign_ids = array_append(campaign_ids, $2::bigint) where user_id = $1 and campaign_ids is not null',
    [userId, id],
  );
  return id;
}

/** Inserted directly, without a login. */
export async function insertCampaign(
  product: AccessFixture['product'],
  accountId: number,
  campaign: { name: string; default_url: string; default_payout?: string },
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

/** Members with selected campaigns must specify a campaign. */
async function newEntry(world: AccessFixture, identity: Identity) {
  const campaign = hasFewCampaigns(identity) ? { campaign_id: Number(await createCampaignOf(world, identity)) } : {};
  return { ip_addresses: '192.0.2.1', ...campaign };
}

/** Only B may delete them. */
async function everyEntryOfB({ product, people }: AccessFixture) {
  const { rows } = await product.services.pool.query('select id from black_list_entries where account_id = $1', [
    people.userB.accountId,
  ]);
  return { ip_address_ids: [999_999_999, ...rows.map(({ id }) => Number(id))] };
}
