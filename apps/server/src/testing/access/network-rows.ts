import { type AccessFixture, type Identity, ownerOf } from './identities.ts';
import { type AccessRow, type AccessRows, EDITORS, fresh, members, WHOLE_TEAM } from './row.ts';

const READERS = members({ team: WHOLE_TEAM, scope: 'networks:read' });
/** A network serves all campaigns, so members with selected ones cannot change it. */
const WRITERS = members({ team: EDITORS, needs: ['campaigns'], scope: 'networks:write' });

/** A new one each time, because a call may delete it. */
async function insertNetwork({ product }: AccessFixture, accountId: number): Promise<string> {
  const { rows } = await product.services.pool.query(
    `insert into networks (account_id, name, key, mapping)
     values ($1, $2, $3, '{"params": {}, "statuses": [], "types": [], "default_status": null}') returning id`,
    [accountId, `Network ${fresh()}`, fresh()],
  );
  return String(rows[0].id);
}

/** Of an account that is not compared: of the admin, or of A. */
async function networkOfAnother(world: AccessFixture, identity: Identity): Promise<string> {
  const { userA, admin } = world.people;
  return insertNetwork(world, (ownerOf(world, identity) === userA ? admin : userA).accountId);
}

const NETWORK_IDS: NonNullable<AccessRow['ids']> = {
  own: async (world, identity) => ({ id: await insertNetwork(world, ownerOf(world, identity).accountId) }),
  foreign: async (world, identity) => ({ id: await networkOfAnother(world, identity) }),
  missing: () => ({ id: '999999999' }),
  malformed: () => ({ id: '1e1' }),
};

const named = () => ({ name: `Network ${fresh()}` });

export const networkRows: AccessRows = {
  'GET /v1/networks': { audience: READERS, status: 200, query: '?per_page=100' },
  'GET /v1/networks/templates': { audience: READERS, status: 200 },
  'POST /v1/networks': { audience: WRITERS, status: 201, body: named },
  'PUT /v1/networks/:id': { audience: WRITERS, status: 200, ids: NETWORK_IDS, body: named },
  'DELETE /v1/networks/:id': { audience: WRITERS, status: 200, ids: NETWORK_IDS },
  'POST /v1/networks/:id/mapping': {
    audience: WRITERS,
    status: 200,
    ids: NETWORK_IDS,
    body: () => ({ fields: { click_id: 'aff' } }),
  },
  'POST /v1/networks/:id/rotate': { audience: WRITERS, status: 200, ids: NETWORK_IDS },
  'POST /v1/networks/account/rotate': { audience: WRITERS, status: 200 },
};
