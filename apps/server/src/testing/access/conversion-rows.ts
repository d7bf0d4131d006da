import { clickIds } from '../../tracking/click-id.ts';
import { plantConversion, plantPostback } from '../planted-conversions.ts';
import type { Identity } from './identities.ts';
import { type AccessRow, type AccessRows, type Made, type Params, SIGNED_IN } from './row.ts';

const newId = clickIds();
const nobodys = () => newId(Date.now(), 999_999);

type Plant = typeof plantConversion;

/** One of the caller, who may be nobody; one of somebody else; one that is not there; one that cannot be. */
const idsOf = (plant: Plant): NonNullable<AccessRow['ids']> => {
  const by =
    (whose: (identity: Identity) => 'userA' | 'userB' | 'admin' | 'superAdmin'): Made<Params> =>
    async (world, identity) => ({ id: await plant(world.product, world.people[whose(identity)].accountId) });
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
      return { ids: [await plantConversion(world.product, accountId)], status: 'rejected' };
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
