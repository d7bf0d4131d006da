import { LanderBody } from '@poklik/contract/landers';
import { type AccessFixture, type Identity, ownerOf, personOf } from '../identities.ts';
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

const READERS = members({ team: WHOLE_TEAM, scope: 'campaigns:read' });
const WRITERS = members({ team: EDITORS, scope: 'campaigns:write' });

const newLander = () => ({ name: `Lander ${fresh()}`, url: 'https://shop.example/lander' });

/** A new one each time, because a call may archive it. */
async function insertLander({ product }: AccessFixture, accountId: number, creatorId: number): Promise<string> {
  const settings = LanderBody.parse(newLander());
  const { rows } = await product.services.pool.query(
    `with planted as (
       insert into landers (account_id, key, name, status, settings, created_by_id)
       values ($1, gen_random_uuid(), $2, 'active', $3, $4) returning id)
     insert into lander_versions (lander_id, version, settings) select id, 1, $3 from planted returning lander_id`,
    [accountId, settings.name, JSON.stringify(settings), creatorId],
  );
  return String(rows[0].lander_id);
}

/** Of an account that is not compared: of the admin, or of A. */
async function landerOfAnother(world: AccessFixture, identity: Identity): Promise<string> {
  const { userA, admin } = world.people;
  const { accountId, id } = ownerOf(world, identity) === userA ? admin : userA;
  return insertLander(world, accountId, id);
}

const LANDER_IDS: NonNullable<AccessRow['ids']> = {
  own: async (world, identity) => {
    const { accountId, id } = personOf(world, identity);
    return { id: await insertLander(world, accountId, id) };
  },
  foreign: async (world, identity) => ({ id: await landerOfAnother(world, identity) }),
  missing: () => ({ id: '999999999' }),
  malformed: () => ({ id: '1e1' }),
};
const versionOf =
  (kind: IdKind): Made<Params> =>
  async (world, identity) => ({ ...(await LANDER_IDS[kind](world, identity)), version: '1' });

export const landerRows: AccessRows = {
  'GET /v1/landers': { audience: READERS, status: 200, query: '?per_page=100' },
  'POST /v1/landers': { audience: WRITERS, status: 201, body: newLander },
  'GET /v1/landers/:id': { audience: READERS, status: 200, ids: LANDER_IDS },
  'PUT /v1/landers/:id': { audience: WRITERS, status: 200, ids: LANDER_IDS, body: newLander },
  'DELETE /v1/landers/:id': { audience: WRITERS, status: 200, ids: LANDER_IDS },
  'POST /v1/landers/:id/check': { audience: WRITERS, status: 200, ids: LANDER_IDS },
  'GET /v1/landers/:id/versions': { audience: READERS, status: 200, ids: LANDER_IDS },
  'POST /v1/landers/:id/versions/:version/restore': {
    audience: WRITERS,
    status: 200,
    ids: {
      own: versionOf('own'),
      foreign: versionOf('foreign'),
      missing: versionOf('missing'),
      malformed: versionOf('malformed'),
    },
  },
  'GET /v1/landers/:id/used_in': { audience: READERS, status: 200, ids: LANDER_IDS },
};
