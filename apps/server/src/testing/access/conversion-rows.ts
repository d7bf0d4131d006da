import { clickIds } from '../../tracking/click-id.ts';
import { storeConversion } from '../store-conversion.ts';
import { plantCampaign } from './campaign-rows.ts';
import type { Identity, World } from './identities.ts';
import { type AccessRow, type AccessRows, fresh, type Made, type Params, SIGNED_IN } from './row.ts';

const newId = clickIds();
const nobodys = () => newId(Date.now(), 999_999);

const DAY_MS = 86_400_000;

type Plant = (world: World, accountId: number) => Promise<string>;

/** One of the caller, who may be nobody; one of somebody else; one that is not there; one that cannot be. */
const idsOf = (plant: Plant): NonNullable<AccessRow['ids']> => {
  const by =
    (whose: (identity: Identity) => 'userA' | 'userB' | 'admin' | 'superAdmin'): Made<Params> =>
    async (world, identity) => ({ id: await plant(world, world.people[whose(identity)].accountId) });
  return {
    own: by((identity) => (identity in OWNERS ? (identity as keyof typeof OWNERS) : 'userA')),
    foreign: by(somebodyElse),
    missing: () => ({ id: nobodys() }),
    malformed: () => ({ id: '1e1' }),
  };
};
/** Never B, whose rows must not change meanwhile. */
const somebodyElse = (identity: Identity) => (identity === 'userA' ? 'admin' : 'userA');
const OWNERS = { userA: true, userB: true, admin: true, superAdmin: true };

const CONVERSIONS = idsOf(plantConversion);
const POSTBACKS = idsOf(plantPostback);

export const conversionRows: AccessRows = {
  'GET /v1/conversions': { audience: SIGNED_IN, status: 200, query: '?per_page=100' },
  'GET /v1/conversions/export': { audience: SIGNED_IN, status: 200 },
  // There is no such click: who is let through learns that.
  'POST /v1/conversions': { audience: SIGNED_IN, status: 422, body: () => ({ click_id: nobodys() }) },
  'GET /v1/conversions/:id': { audience: SIGNED_IN, status: 200, ids: CONVERSIONS },
  'PUT /v1/conversions/:id': {
    audience: SIGNED_IN,
    status: 200,
    ids: CONVERSIONS,
    body: () => ({ status: 'rejected', reason: 'a test' }),
  },
  'POST /v1/conversions/bulk': {
    audience: SIGNED_IN,
    status: 200,
    // Of somebody else, which is passed over.
    body: async (world, identity) => {
      const { accountId } = world.people[somebodyElse(identity)];
      return { ids: [await plantConversion(world, accountId)], status: 'rejected' };
    },
  },
  'POST /v1/conversions/import': {
    audience: SIGNED_IN,
    status: 200,
    body: () => ({ csv: `click_id,payout\n${nobodys()},5\n` }),
  },
  'POST /v1/conversions/:id/resend': { audience: SIGNED_IN, status: 200, ids: CONVERSIONS },
  'GET /v1/postbacks': { audience: SIGNED_IN, status: 200, query: '?per_page=100' },
  'POST /v1/postbacks/:id/replay': { audience: SIGNED_IN, status: 200, ids: POSTBACKS },
  'GET /v1/clicks': { audience: SIGNED_IN, status: 200 },
  // Nothing has been clicked here: whoever asks is told so.
  'GET /v1/clicks/:id': {
    audience: SIGNED_IN,
    status: 404,
    ids: {
      own: () => ({ id: nobodys() }),
      foreign: () => ({ id: nobodys() }),
      missing: () => ({ id: nobodys() }),
      malformed: () => ({ id: '1e1' }),
    },
  },
};

const newCampaign = ({ product }: World, accountId: number) =>
  plantCampaign(product, accountId, { name: `Campaign ${fresh()}`, default_url: 'https://shop.example' });

/** Straight into the store, so that nobody has to be signed in for it. */
async function plantConversion(world: World, accountId: number): Promise<string> {
  const campaignId = Number(await newCampaign(world, accountId));
  return storeConversion(world.product.services.pool, { accountId, campaignId });
}

/** So old that nobody looks for its click again later, while others are asked about. */
async function plantPostback(world: World, accountId: number): Promise<string> {
  const campaignId = await newCampaign(world, accountId);
  const id = newId(Date.now() - 3 * DAY_MS, Number(campaignId));
  const fields = {
    status: '',
    payout: '5',
    currency: '',
    transactionId: '',
    type: 'lead',
    params: Array(5).fill(''),
    isTrusted: true,
  };
  await world.product.services.pool.query(
    `insert into postbacks (id, account_id, campaign_id, click_id, source, method, ip, raw_query, fields, received_at, verdict)
     values ($1, $2, $3, $1, 'postback', 'GET', '192.0.2.1', 'cid=x', $4, now() - interval '2 days', 'unknown_click')`,
    [id, accountId, campaignId, JSON.stringify(fields)],
  );
  return id;
}
