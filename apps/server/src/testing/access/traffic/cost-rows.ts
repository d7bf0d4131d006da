import type { Person } from '../../test-app.ts';
import { type AccessFixture, hasFewCampaigns, type Identity, ownerOf, personOf } from '../identities.ts';
import {
  type AccessRow,
  type AccessRows,
  EDITORS,
  fresh,
  type Made,
  members,
  type Params,
  WHOLE_TEAM,
} from '../row.ts';
import { reachedCampaign } from './campaign-rows.ts';

const READERS = members({ team: WHOLE_TEAM, needs: ['money'], scope: 'costs:read' });
const WRITERS = members({ team: EDITORS, needs: ['money'], scope: 'costs:write' });

const today = (): string => new Date().toISOString().slice(0, 10);
const campaignOf = async (world: AccessFixture, person: Person): Promise<number> =>
  Number(await reachedCampaign(world, person, { name: `Campaign ${fresh()}`, default_url: 'https://shop.example' }));

async function insertCost(world: AccessFixture, person: Person): Promise<string> {
  const { rows } = await world.product.services.pool.query(
    `insert into cost_entries (account_id, campaign_id, starts_at, ends_at, timezone, filters, amount_micro, currency, mode, kind,
       spread, over, bots, source)
     values ($1, $2, date_trunc('day', now()), date_trunc('day', now()) + interval '1 day', 'UTC', '[]', 5, 'USD', 'set', 'spend',
       'even', 'clicks', 'share', 'manual') returning id`,
    [person.accountId, await campaignOf(world, person)],
  );
  return String(rows[0].id);
}

/** For members with selected campaigns, A's other campaigns are foreign. */
function somebodyElse(world: AccessFixture, identity: Identity): Person {
  const { userA, admin } = world.people;
  return ownerOf(world, identity) === userA && !hasFewCampaigns(identity) ? admin : userA;
}

const costOf =
  (whose: (world: AccessFixture, identity: Identity) => Person): Made<Params> =>
  async (world, identity) => ({ id: await insertCost(world, whose(world, identity)) });

const COST_IDS: NonNullable<AccessRow['ids']> = {
  own: costOf(personOf),
  foreign: costOf(somebodyElse),
  missing: () => ({ id: '999999999' }),
  malformed: () => ({ id: '1e1' }),
};

export const costRows: AccessRows = {
  'GET /v1/costs': { audience: READERS, status: 200, query: '?per_page=100' },
  'POST /v1/costs': {
    audience: WRITERS,
    status: 201,
    body: async (world, identity) => ({
      entries: [
        {
          ...{ campaign_id: await campaignOf(world, personOf(world, identity)), timezone: 'UTC' },
          ...{ start: today(), end: today(), amount: '5', currency: 'USD' },
        },
      ],
    }),
  },
  'POST /v1/costs/import': {
    audience: WRITERS,
    status: 200,
    // A foreign campaign, whose row is rejected.
    body: async (world, identity) => ({
      csv: `campaign_id,date,amount\n${await campaignOf(world, somebodyElse(world, identity))},${today()},5\n`,
    }),
  },
  'GET /admin_api/v1/campaigns': { audience: WRITERS, status: 200 },
  'POST /admin_api/v1/campaigns/:id/update_costs': {
    audience: WRITERS,
    status: 200,
    ids: {
      own: async (world, identity) => ({ id: String(await campaignOf(world, personOf(world, identity))) }),
      foreign: async (world, identity) => ({ id: String(await campaignOf(world, somebodyElse(world, identity))) }),
      missing: COST_IDS.missing,
      malformed: COST_IDS.malformed,
    },
    body: () => ({ start_date: today(), end_date: today(), timezone: 'UTC', cost: 5, currency: 'USD' }),
  },
  'POST /v1/costs/:id/undo': { audience: WRITERS, status: 200, ids: COST_IDS, body: () => ({ reason: 'a test' }) },
};
