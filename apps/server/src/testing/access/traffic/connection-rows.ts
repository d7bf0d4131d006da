import { type AccessFixture, type Identity, ownerOf } from '../identities.ts';
import { type AccessRow, type AccessRows, EDITORS, EVERYONE, fresh, members, WHOLE_TEAM } from '../row.ts';

const READERS = members({ team: WHOLE_TEAM, scope: 'campaigns:read' });
const TESTERS = members({ team: EDITORS, scope: 'connections:write' });
/** A connection serves all campaigns, so members with selected ones cannot change it. */
const WRITERS = members({ team: EDITORS, needs: ['campaigns'], scope: 'connections:write' });

const SETTINGS = { account: '1', manager_account: null, client_id: null, test_code: null, page_url: null };
const events = [{ type: 'lead', event: 'Lead' }];

/** A new one each time, because a call may delete it. */
async function insertConnection({ product }: AccessFixture, accountId: number): Promise<string> {
  const { rows } = await product.services.pool.query(
    `insert into connections (account_id, name, platform, settings, events, statuses)
     values ($1, $2, 'meta', $3, $4, '{approved}') returning id`,
    [accountId, `Connection ${fresh()}`, JSON.stringify(SETTINGS), JSON.stringify(events)],
  );
  return String(rows[0].id);
}

/** Of an account that is not compared: of the admin, or of A. */
async function connectionOfAnother(world: AccessFixture, identity: Identity): Promise<string> {
  const { userA, admin } = world.people;
  return insertConnection(world, (ownerOf(world, identity) === userA ? admin : userA).accountId);
}

const CONNECTION_IDS: NonNullable<AccessRow['ids']> = {
  own: async (world, identity) => ({ id: await insertConnection(world, ownerOf(world, identity).accountId) }),
  foreign: async (world, identity) => ({ id: await connectionOfAnother(world, identity) }),
  missing: () => ({ id: '999999999' }),
  malformed: () => ({ id: '1e1' }),
};

const body = () => ({
  ...{ name: `Connection ${fresh()}`, platform: 'meta', account: '1', events },
  credentials: { access_token: 'hidden' },
});

const FILE_KEY = 'k'.repeat(32);

/** Anyone who knows the address may read it, as Google does. */
async function insertFile(world: AccessFixture, accountId: number): Promise<string> {
  const id = await insertConnection(world, accountId);
  const { pool, secrets } = world.product.services;
  await pool.query("update connections set platform = 'google_file', credentials = $2 where id = $1", [
    id,
    JSON.stringify({ file_key: secrets.seal(FILE_KEY) }),
  ]);
  return id;
}

const FILE_KEYS: NonNullable<AccessRow['ids']> = {
  own: async (world) => ({ file_key: `${await insertFile(world, world.people.userA.accountId)}-${FILE_KEY}` }),
  foreign: async (world) => ({
    file_key: `${await insertConnection(world, world.people.userA.accountId)}-${FILE_KEY}`,
  }),
  missing: () => ({ file_key: `999999999-${FILE_KEY}` }),
  malformed: () => ({ file_key: '1e1' }),
};

export const connectionRows: AccessRows = {
  'GET /v1/connections': { audience: READERS, status: 200, query: '?per_page=100' },
  'POST /v1/connections': { audience: WRITERS, status: 201, body },
  'PUT /v1/connections/:id': { audience: WRITERS, status: 200, ids: CONNECTION_IDS, body },
  'DELETE /v1/connections/:id': { audience: WRITERS, status: 200, ids: CONNECTION_IDS },
  'POST /v1/connections/:id/test': { audience: TESTERS, status: 200, ids: CONNECTION_IDS, body: () => ({}) },
  'GET /v1/connections/files/:file_key/conversions.csv': { audience: EVERYONE, status: 200, ids: FILE_KEYS },
};
