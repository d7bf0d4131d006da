import { createClickIdGenerator } from '../../tracking/clicks/click-id.ts';
import { insertConversion, insertPostback } from '../conversions/seed-conversions.ts';
import type { Person } from '../test-app.ts';
import { reachedCampaign } from './campaign-rows.ts';
import { type AccessFixture, hasFewCampaigns, type Identity, ownerOf, personOf } from './identities.ts';
import { type AccessRow, type AccessRows, EDITORS, fresh, type Made, members, type Params, WHOLE_TEAM } from './row.ts';

const READERS = members({ team: WHOLE_TEAM, scope: 'conversions:read' });
const EXPORTERS = members({ team: WHOLE_TEAM, scope: 'conversions:read', needs: ['export'] });
const WRITERS = members({ team: EDITORS, scope: 'conversions:write' });

const newId = createClickIdGenerator();
const nobodys = () => newId(Date.now(), 999_999);

type Plant = typeof insertConversion;

const planted = async (plant: Plant, world: AccessFixture, person: Person): Promise<string> => {
  const campaign = { name: `Campaign ${fresh()}`, default_url: 'https://shop.example' };
  return plant(world.product, person.accountId, await reachedCampaign(world, person, campaign));
};

/** An ID of the caller, of another account, a missing one and an invalid one. */
const idsOf = (plant: Plant): NonNullable<AccessRow['ids']> => {
  const by =
    (whose: (world: AccessFixture, identity: Identity) => Person): Made<Params> =>
    async (world, identity) => ({ id: await planted(plant, world, whose(world, identity)) });
  return {
    own: by(personOf),
    foreign: by(somebodyElse),
    missing: () => ({ id: nobodys() }),
    malformed: () => ({ id: '1e1' }),
  };
};
/** Never B, whose rows must not change. For members with selected campaigns, A's other campaigns are foreign. */
function somebodyElse(world: AccessFixture, identity: Identity): Person {
  const { userA, admin } = world.people;
  return ownerOf(world, identity) === userA && !hasFewCampaigns(identity) ? admin : userA;
}

const CONVERSIONS = idsOf(insertConversion);
const POSTBACKS = idsOf(insertPostback);

export const conversionRows: AccessRows = {
  'GET /v1/conversion_types': { audience: READERS, status: 200 },
  'PUT /v1/conversion_types': {
    audience: members({ team: EDITORS, needs: ['money', 'campaigns'], scope: 'conversions:write' }),
    status: 200,
    body: () => ({ types: [{ code: 'lead' }, { code: 'sale', is_conversion: false }] }),
  },
  'GET /v1/goals': { audience: members({ team: WHOLE_TEAM, scope: 'statistics:read' }), status: 200 },
  'PUT /v1/goals': {
    audience: members({ team: EDITORS, needs: ['campaigns'], scope: 'conversions:write' }),
    status: 200,
    body: () => ({ goals: [{ name: 'Cart', kind: 'event', match: 'add_to_cart' }] }),
  },
  'GET /v1/conversions': { audience: READERS, status: 200, query: '?per_page=100' },
  'GET /v1/conversions/export': { audience: EXPORTERS, status: 200 },
  // The click does not exist: permitted callers get 404.
  'POST /v1/conversions': { audience: WRITERS, status: 422, body: () => ({ click_id: nobodys() }) },
  'GET /v1/conversions/:id': { audience: READERS, status: 200, ids: CONVERSIONS },
  'PUT /v1/conversions/:id': {
    audience: WRITERS,
    status: 200,
    ids: CONVERSIONS,
    body: () => ({ status: 'rejected', reason: 'a test' }),
  },
  'POST /v1/conversions/bulk': {
    audience: WRITERS,
    status: 200,
    // A foreign ID, which is ignored.
    body: async (world, identity) => {
      return { ids: [await planted(insertConversion, world, somebodyElse(world, identity))], status: 'rejected' };
    },
  },
  'POST /v1/conversions/import': {
    audience: WRITERS,
    status: 200,
    body: () => ({ csv: `click_id,payout\n${nobodys()},5\n` }),
  },
  'POST /v1/conversions/:id/resend': { audience: WRITERS, status: 200, ids: CONVERSIONS },
  'GET /v1/postbacks': { audience: READERS, status: 200, query: '?per_page=100' },
  'POST /v1/postbacks/:id/replay': { audience: WRITERS, status: 200, ids: POSTBACKS },
  'GET /v1/clicks': { audience: READERS, status: 200 },
  // No clicks here: permitted callers get an empty result.
  'GET /v1/clicks/:id': {
    audience: READERS,
    status: 404,
    ids: {
      own: () => ({ id: nobodys() }),
      foreign: () => ({ id: nobodys() }),
      missing: () => ({ id: nobodys() }),
      malformed: () => ({ id: '1e1' }),
    },
  },
};
