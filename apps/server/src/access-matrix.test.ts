import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plantCampaign } from './testing/access/campaign-rows.ts';
import { UNROUTED } from './testing/access/foundation-rows.ts';
import { createWorld, IDENTITIES, type Identity, type World } from './testing/access/identities.ts';
import { plantInvitation, plantToken } from './testing/access/people-rows.ts';
import { type AccessRow, ID_KINDS, type IdKind } from './testing/access/row.ts';
import { ACCESS_TABLE } from './testing/access/table.ts';
import { fingerprintOf } from './testing/account-rows.ts';
import { emptyClickhouse } from './testing/empty-clickhouse.ts';
import { createTestApp } from './testing/test-app.ts';

/** Planted in what belongs to B resp. is meant for administrators, and looked for in every answer to others. */
const CANARY_B = 'canary-of-b';
const CANARY_ADMIN = 'canary-for-administrators';

let world: World;
let base: string;
let fingerprintOfB: () => Promise<string>;

beforeAll(async () => {
  const product = await createTestApp();
  Object.assign(product.services.clickhouse, emptyClickhouse());
  world = await createWorld(product);
  base = await product.app.listen({ host: '127.0.0.1', port: 0 });
  await plantCanaries();
  fingerprintOfB = await fingerprintOf(product.services.pool, world.people.userB);
});
afterAll(() => world.product.close());

async function plantCanaries(): Promise<void> {
  const { pool } = world.product.services;
  const { id, accountId } = world.people.userB;
  await pool.query('update users set name = $2, phone = $2, company = $2, messenger = $2, email = $3 where id = $1', [
    id,
    CANARY_B,
    `${CANARY_B}@example.test`,
  ]);
  world.people.userB.email = `${CANARY_B}@example.test`;
  await pool.query("insert into notifications (kind, user_id, account_id, values) values ('new_login', $1, $2, $3)", [
    id,
    accountId,
    { device: CANARY_B, ip: CANARY_B },
  ]);
  await pool.query("update accounts set tariff_id = (select id from tariffs where code = 'business')");
  const campaign = { name: CANARY_B, default_url: `https://shop.example/${CANARY_B}` };
  await plantCampaign(world.product, accountId, campaign);
  await plantToken(world.product, world.people.userB, CANARY_B);
  await plantInvitation(world.product, accountId);
  await pool.query(
    "insert into black_list_entries (account_id, range, action, comment) values ($1, '198.51.100.0/24', 'block', $2)",
    [accountId, CANARY_B],
  );
  await pool.query('insert into saved_views (account_id, user_id, name, search) values ($1, $2, $3, $3)', [
    accountId,
    id,
    CANARY_B,
  ]);
  await pool.query('insert into letters (recipient, subject, text) values ($1, $2, $2)', [
    world.people.userB.email,
    CANARY_B,
  ]);
  await pool.query("insert into notifications (kind, role, titles, messages) values ('announcement', 2, $1, $2)", [
    JSON.stringify([{ locale: 'en', title: CANARY_ADMIN }]),
    JSON.stringify([{ locale: 'en', message: CANARY_ADMIN }]),
  ]);
}

interface Answer {
  status: number;
  headers: Record<string, unknown>;
  body: string;
}

interface Call {
  row: AccessRow;
  route: string;
  headers?: Record<string, string>;
  token?: string | undefined;
  idKind?: IdKind;
  identity?: Identity;
}

async function ask({ row, route, token, headers = {}, idKind = 'own', identity = 'none' }: Call): Promise<Answer> {
  const [method = 'GET', pattern = '/'] = route.split(' ');
  const params = (await row.ids?.[idKind](world, identity)) ?? {};
  const path = Object.entries(params).reduce(
    (url, [name, value]) => url.replace(name === '*' ? '*' : `:${name}`, value),
    pattern,
  );
  const body = await row.body?.(world, identity);
  const sent = {
    'accept-language': 'en',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...headers,
  };
  if (row.isStream) return firstOfStream(`${base}${path}`, sent);
  const answer: LightMyRequestResponse = await world.product.app.inject({
    method: method as 'GET',
    url: path + (row.query ?? ''),
    headers: sent,
    ...(body === undefined ? {} : { payload: body as object }),
  });
  return { status: answer.statusCode, headers: answer.headers, body: answer.body };
}

/** Reads what comes first and goes away. */
async function firstOfStream(url: string, headers: Record<string, string>): Promise<Answer> {
  const leave = new AbortController();
  const response = await fetch(url, { headers, signal: leave.signal });
  const reader = response.body?.getReader();
  const first = await reader?.read();
  leave.abort();
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: new TextDecoder().decode(first?.value),
  };
}

const expectedStatus = (row: AccessRow, identity: Identity, idKind: IdKind): number => {
  const verdict = row.audience[identity];
  if (verdict !== 'allowed') return verdict;
  return idKind === 'own' ? row.status : (row.otherIdStatus ?? 404);
};

function expectSafeHeaders(row: AccessRow, { headers, status }: Answer): void {
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain('unsafe');
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
    'cross-origin-resource-policy': 'same-origin',
    'strict-transport-security': expect.stringContaining('max-age=31536000'),
  });
  expect(headers['cache-control']).toMatch(status < 300 ? (row.cache ?? /^no-store$/) : /^(no-store|no-cache)$/);
  expect(headers['access-control-allow-origin']).toBeUndefined();
  expect(headers['set-cookie']).toBeUndefined();
}

/** Who may see what was planted. */
const SEES: Record<string, readonly Identity[]> = {
  [CANARY_B]: ['userB', 'superAdmin'],
  [CANARY_ADMIN]: ['admin', 'superAdmin'],
};

function expectNoLeak(identity: Identity, answer: Answer): void {
  const text = `${JSON.stringify(answer.headers)}${answer.body}`;
  for (const [canary, readers] of Object.entries(SEES))
    if (!readers.includes(identity)) expect(text).not.toContain(canary);
}

describe('the table of access', () => {
  it('has a row for every route of the router and a route for every row', () => {
    const routes = world.product.app.routeList.map(({ method, url }) => `${method} ${url}`);
    expect(Object.keys(ACCESS_TABLE).sort()).toEqual([...new Set(routes)].sort());
  });

  it('tries every kind of id wherever an address has a parameter', () => {
    for (const [route, row] of Object.entries(ACCESS_TABLE)) expect(Boolean(row.ids), route).toBe(/[:*]/.test(route));
  });

  it('plants what it looks for where its owner does see it', async () => {
    const row = ACCESS_TABLE['GET /v1/notifications'] as AccessRow;
    const route = 'GET /v1/notifications';
    const toB = await ask({ row, route, token: await world.tokenOf('userB') });
    const toAdmin = await ask({ row, route, token: await world.tokenOf('admin') });
    expect(toB.body).toContain(CANARY_B);
    expect(toAdmin.body).toContain(CANARY_ADMIN);
  });
});

const ROWS = Object.entries({ ...ACCESS_TABLE, ...UNROUTED });

/** What B set off is done before anybody else asks: a letter that is written later would look like their doing. */
async function queueIsEmpty(): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const { rows } = await world.product.services.pool.query('select id from graphile_worker.jobs where attempts = 0');
    if (rows.length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describe.each(ROWS)('%s', (route, row) => {
  it.each(IDENTITIES)(
    'answers %s as the table says, leaks nothing and leaves the data of B alone',
    async (identity) => {
      for (const idKind of row.ids ? ID_KINDS : (['own'] as const)) {
        const token = await world.tokenOf(identity);
        const before = await fingerprintOfB();
        const answer = await ask({ row, route, token, idKind, identity });
        expect(answer.status, `${idKind} ${answer.body}`).toBe(expectedStatus(row, identity, idKind));
        expectSafeHeaders(row, answer);
        expectNoLeak(identity, answer);
        if (identity !== 'userB') expect(await fingerprintOfB()).toBe(before);
        else await queueIsEmpty();
      }
    },
  );
});

describe('the id of another', () => {
  it.each(ROWS.filter(([, row]) => row.ids))(
    'is answered exactly like a missing and an impossible one by %s',
    async (route, row) => {
      for (const identity of IDENTITIES) {
        const answers = [];
        for (const idKind of ['foreign', 'missing', 'malformed'] as const) {
          const { status, body, headers } = await ask({
            row,
            route,
            idKind,
            identity,
            token: await world.tokenOf(identity),
          });
          answers.push({ status, body, location: headers.location });
        }
        expect(answers[0], identity).toEqual(answers[1]);
        expect(answers[2], identity).toEqual(answers[1]);
      }
    },
  );
});

describe('a caller', () => {
  it.each(ROWS.filter(([, row]) => row.audience.none === 401))(
    'is not known by a cookie or a token in the address to %s',
    async (route, row) => {
      const token = (await world.tokenOf('superAdmin')) ?? '';
      const ways = [
        { row, headers: { cookie: `token=${token}; realToken=${token}` } },
        { row: { ...row, query: `?token=${token}` } },
        { row, headers: { authorization: `Basic ${token}` } },
        { row, headers: { 'x-access-token': token } },
      ];
      for (const way of ways) expect((await ask({ route, ...way })).status).toBe(401);
    },
  );
});
