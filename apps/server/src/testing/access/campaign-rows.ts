import type { Identity, World } from './identities.ts';
import { type AccessRow, type AccessRows, fresh, type IdKind, type Made, type Params, SIGNED_IN } from './row.ts';

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

export const campaignRows: AccessRows = {
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
};

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
