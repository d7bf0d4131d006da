import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fingerprintAccount } from '../account-rows.ts';
import { emptyClickhouse } from '../empty-clickhouse.ts';
import { createTestApp } from '../test-app.ts';
import { insertCanaries, listReaders, PLACES } from './canaries.ts';
import { callersOf, idKindsFor } from './choose-callers.ts';
import { type AccessFixture, createAccessFixture, type Identity, ownerOf } from './identities.ts';
import type { AccessRow, AccessRows, IdKind, Made } from './row.ts';
import { ACCESS_TABLE } from './table.ts';

let world: AccessFixture;
let base: string;
let fingerprintOfB: () => Promise<string>;
/** After the latest row. */
let untouched: string;
let readers: Record<string, readonly Identity[]>;

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

/** Data created for rejected callers, which later callers of the same account reuse. */
let kept: WeakMap<Made<unknown>, Map<number, unknown>>;

async function made<T>(make: Made<T> | undefined, row: AccessRow, identity: Identity): Promise<T | undefined> {
  if (make === undefined || row.audience[identity] === 'allowed') return make?.(world, identity);
  const ofAccounts = kept.get(make) ?? new Map<number, unknown>();
  kept.set(make, ofAccounts);
  const { accountId } = ownerOf(world, identity);
  if (!ofAccounts.has(accountId)) ofAccounts.set(accountId, make(world, identity));
  return (await ofAccounts.get(accountId)) as T;
}

async function ask({ row, route, token, headers = {}, idKind = 'own', identity = 'none' }: Call): Promise<Answer> {
  const [method = 'GET', pattern = '/'] = route.split(' ');
  const params = (await made(row.ids?.[idKind], row, identity)) ?? {};
  const path = Object.entries(params).reduce(
    (url, [name, value]) => url.replace(name === '*' ? '*' : `:${name}`, value),
    pattern,
  );
  const body = await made(row.body, row, identity);
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

/** Reads the first chunk and disconnects. */
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

/** One assertion for all headers, because there are tens of thousands of answers. */
function expectSafeHeaders(row: AccessRow, { headers, status }: Answer): void {
  expect(headers).toMatchObject({
    'content-security-policy': expect.stringMatching(SAFE_POLICY),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
    'cross-origin-resource-policy': row.isForOtherSites && status < 300 ? 'cross-origin' : 'same-origin',
    'strict-transport-security': expect.stringContaining('max-age=31536000'),
    'cache-control': expect.stringMatching(status < 300 ? (row.cache ?? /^no-store$/) : /^(no-store|no-cache)$/),
  });
  const risky = ['access-control-allow-origin', 'set-cookie'].filter((name) => headers[name] !== undefined);
  if (risky.length > 0) throw new Error(`${risky} must not be set`);
}

const SAFE_POLICY = /^(?=.*default-src 'none')(?=.*frame-ancestors 'none')(?!.*unsafe)/;

function expectNoLeak(identity: Identity, answer: Answer): void {
  const text = `${JSON.stringify(answer.headers)}${answer.body}`;
  for (const [canary, seenBy] of Object.entries(readers))
    if (text.includes(canary) && !seenBy.includes(identity)) throw new Error(`${canary} is in the answer: ${text}`);
}

/** IDs of other accounts are answered like missing and invalid ones. */
async function tryAs(identity: Identity, { row, route, token }: Call): Promise<void> {
  const told: Partial<Record<IdKind, object>> = {};
  const kinds = row.ids ? idKindsFor(row, identity) : (['own'] as const);
  for (const idKind of kinds) {
    const answer = await ask({ row, route, token, idKind, identity });
    const { status, body, headers } = answer;
    expect(status, `${idKind} ${body.slice(0, 300)}`).toBe(expectedStatus(row, identity, idKind));
    expectSafeHeaders(row, answer);
    expectNoLeak(identity, answer);
    told[idKind] = { status, body, location: headers.location };
  }
  if (row.audience[identity] !== 'allowed') return;
  for (const idKind of kinds) if (idKind !== 'own') expect(told[idKind]).toEqual(told.foreign);
}

/** What was wrong. The rejected first, several at a time; those with access may end what others need. */
async function tryAll(route: string, row: AccessRow, callers: readonly Identity[]): Promise<string[]> {
  const tokens = await world.tokensOf(callers);
  const wrong: string[] = [];
  const attempt = (identity: Identity) =>
    tryAs(identity, { row, route, token: tokens[identity] }).catch((error: Error) =>
      wrong.push(`${identity}: ${error.message}`),
    );
  const refused = callers.filter((identity) => row.audience[identity] !== 'allowed');
  for (let start = 0; start < refused.length; start += AT_ONCE)
    await Promise.all(refused.slice(start, start + AT_ONCE).map(attempt));
  for (const identity of callers) if (row.audience[identity] === 'allowed') await attempt(identity);
  return wrong;
}

/** Concurrent calls of rejected identities. */
const AT_ONCE = 8;
/** Long, because some rows send almost two hundred requests and the machine may be busy. */
const ROW_LIMIT_MS = 240_000;

/** Calls each route as every caller that is told apart, in its own fixture. B comes last, because it changes its own data. */
export function testAccess(rows: AccessRows): void {
  const all = Object.entries(rows);
  beforeAll(async () => {
    kept = new WeakMap();
    const product = await createTestApp();
    // After the worker has started, so that its checks change no rows meanwhile.
    product.services.config.trackingZone = { zone: 'links.example', appHosts: ['track.example'] };
    Object.assign(product.services.clickhouse, emptyClickhouse());
    world = await createAccessFixture(product);
    base = await product.app.listen({ host: '127.0.0.1', port: 0 });
    await insertCanaries(world);
    readers = listReaders(world);
    fingerprintOfB = await fingerprintAccount(product.services.pool, world.people.userB);
    untouched = '';
  });
  afterAll(() => world.product.close());

  it.each(PLACES)('plants $canary where $reader can see it: $route', async ({ canary, route, reader }) => {
    const row = ACCESS_TABLE[route] as AccessRow;
    const { body } = await ask({ row, route, identity: reader, token: (await world.tokensOf([reader]))[reader] });
    expect(body).toContain(canary);
  });

  it.each(all)(
    '%s responds to callers as listed, leaks nothing and does not change the data of B',
    async (route, row) => {
      const callers = callersOf(route, row).filter((identity) => identity !== 'userB');
      // What the row before left, because a fingerprint takes as long as many requests.
      const before = untouched || (await fingerprintOfB());
      expect(await tryAll(route, row, callers)).toEqual([]);
      untouched = await fingerprintOfB();
      expect(untouched).toBe(before);
    },
    ROW_LIMIT_MS,
  );

  it.each(all)('%s responds to B as listed', async (route, row) => {
    expect(await tryAll(route, row, ['userB'])).toEqual([]);
  });

  it.each(all.filter(([, row]) => row.audience.none === 401))(
    'accepts no token in a cookie or in the URL: %s',
    async (route, row) => {
      const token = (await world.tokensOf(['superAdmin'])).superAdmin ?? '';
      const ways = [
        { row, headers: { cookie: `token=${token}; realToken=${token}` } },
        { row: { ...row, query: `?token=${token}` } },
        { row, headers: { authorization: `Basic ${token}` } },
        { row, headers: { 'x-access-token': token } },
      ];
      for (const way of ways) expect((await ask({ route, ...way })).status).toBe(401);
    },
  );
}
