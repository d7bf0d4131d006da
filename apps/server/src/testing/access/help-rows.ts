import { unsubscribeToken } from '../../features/notifications/unsubscribe.service.ts';
import { type AccessFixture, type Identity, personOf } from './identities.ts';
import { type AccessRow, type AccessRows, EVERYONE, fresh, members, OPERATOR, WHOLE_TEAM } from './row.ts';

/** Never in the name of a customer. */
const AUTHORS = members({ team: WHOLE_TEAM, inPersonOnly: true });

interface Author {
  id: number;
  accountId: number;
}

async function insertRequest({ product }: AccessFixture, { id, accountId }: Author) {
  const { rows } = await product.services.pool.query(
    `with asked as (
       insert into help_requests (account_id, author_id, subject, status, waiting_since) values ($1, $2, $3, 'open', now()) returning id
     ), said as (
       insert into help_messages (request_id, author_id, is_answer, text) select id, $2, false, 'Help' from asked returning id, request_id
     ), file as (
       insert into help_files (message_id, name, kind, bytes, content) select id, 'note.txt', 'txt', 4, 'Note' from said returning id, message_id
     ) select said.request_id, file.id as file_id from file join said on said.id = file.message_id`,
    [accountId, id, `Request ${fresh()}`],
  );
  return { id: String(rows[0].request_id), file_id: String(rows[0].file_id) };
}

/** Operators read all requests, so none is foreign to them. */
async function foreignRequest(world: AccessFixture, identity: Identity) {
  if (identity === 'superAdmin') return { id: '999999998', file_id: '999999998' };
  const { userA, userB } = world.people;
  if (identity === 'userB') return insertRequest(world, userA);
  const { rows } = await world.product.services.pool.query(
    `select r.id, f.id as file_id from help_requests r join help_messages m on m.request_id = r.id
     join help_files f on f.message_id = m.id where r.account_id = $1 order by r.id`,
    [userB.accountId],
  );
  return { id: String(rows[0].id), file_id: String(rows[0].file_id) };
}

const only =
  (...names: ('id' | 'file_id')[]) =>
  (params: { id: string; file_id: string }) =>
    Object.fromEntries(names.map((name) => [name, params[name]]));

const idsOf = (...names: ('id' | 'file_id')[]): NonNullable<AccessRow['ids']> => {
  const pick = only(...names);
  return {
    own: async (world, identity) => pick(await insertRequest(world, personOf(world, identity))),
    foreign: async (world, identity) => pick(await foreignRequest(world, identity)),
    missing: () => pick({ id: '999999999', file_id: '999999999' }),
    malformed: () => pick({ id: '1e1', file_id: '1e1' }),
  };
};

/** Without the earlier ones, because an account has few open requests and few messages a day. */
async function newRequest(world: AccessFixture, identity: Identity) {
  const { accountId } = personOf(world, identity);
  if (identity !== 'userB')
    await world.product.services.pool.query('delete from help_requests where account_id = $1', [accountId]);
  return { subject: `Request ${fresh()}`, text: 'Help' };
}

/** The messages of before were sent another day. */
async function more(world: AccessFixture, identity: Identity) {
  if (identity !== 'userB')
    await world.product.services.pool.query(
      `update help_messages set created_at = now() - interval '2 days'
       where request_id in (select id from help_requests where account_id = $1)`,
      [personOf(world, identity).accountId],
    );
  return { text: 'More' };
}

const UNSUBSCRIBE: NonNullable<AccessRow['ids']> = {
  own: async ({ product }) => ({ subscriber: unsubscribeToken(product.services.secrets, (await product.person()).id) }),
  foreign: () => ({ subscriber: `1-${'A'.repeat(43)}` }),
  missing: () => ({ subscriber: `999999999-${'A'.repeat(43)}` }),
  malformed: () => ({ subscriber: 'token' }),
};

export const helpRows: AccessRows = {
  'GET /v1/help_requests': { audience: AUTHORS, status: 200, query: '?per_page=100' },
  'POST /v1/help_requests': { audience: AUTHORS, status: 201, body: newRequest },
  'GET /v1/help_requests/:id': { audience: AUTHORS, status: 200, ids: idsOf('id') },
  'PUT /v1/help_requests/:id': {
    audience: AUTHORS,
    status: 200,
    ids: idsOf('id'),
    body: () => ({ status: 'closed' }),
  },
  'POST /v1/help_requests/:id/messages': {
    audience: AUTHORS,
    status: 201,
    ids: idsOf('id'),
    body: more,
  },
  'GET /v1/help_requests/:id/files/:file_id': { audience: AUTHORS, status: 200, ids: idsOf('id', 'file_id') },
  'POST /v1/help_requests/:id/look': {
    audience: OPERATOR,
    status: 200,
    ids: {
      ...idsOf('id'),
      own: async (world) => only('id')(await insertRequest(world, await world.product.person())),
    },
  },
  'GET /v1/unsubscribe/:subscriber': { audience: EVERYONE, status: 302, ids: UNSUBSCRIBE },
  'POST /v1/unsubscribe/:subscriber': { audience: EVERYONE, status: 200, ids: UNSUBSCRIBE },
};
