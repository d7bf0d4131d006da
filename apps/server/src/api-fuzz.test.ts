import { PERMISSIONS, type Permission } from '@poklik/contract/permissions';
import { ROLES } from '@poklik/contract/roles';
import { rolesWith } from '@poklik/domain/auth/role-permissions';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openApiDocument } from './http/openapi.ts';
import { operationsOf } from './http/openapi-document.ts';
import { isPathOf } from './http/route-list.ts';
import { emptyClickhouse } from './testing/empty-clickhouse.ts';
import { answerChecker, type FuzzAnswer, refusalProblem, silenceProblem } from './testing/fuzz/answers.ts';
import { prepareMoney } from './testing/fuzz/money.ts';
import { preparePeople } from './testing/fuzz/people.ts';
import {
  announcements,
  campaigns,
  conversionsAndPostbacks,
  invoices,
  plannedDowngrade,
  tariffs,
} from './testing/fuzz/records.ts';
import { brokenRequest, type FuzzRequest, type Place, validRequest } from './testing/fuzz/requests.ts';
import { SEED } from './testing/fuzz/seed.ts';
import { plantResetLink, plantSessions, prepareSecondFactor } from './testing/fuzz/sign-in.ts';
import type { Known } from './testing/fuzz/valid-values.ts';
import { createTestApp, PASSWORD, type Person, type TestApp } from './testing/test-app.ts';

/** Of each operation; every run has another seed, so they add up. `npm run test:deep` asks 200. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 25);
const RUNS_OF_OTHERS = Math.ceil(RUNS / 4);
/** How often an operation is tried again that has accepted nothing yet. */
const ROUNDS_MAX = 20;
/** Of requests that can only be asked in one way. */
const RUNS_OF_SAME = 10;
const LIMIT_MS = 120_000;
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

const document = openApiDocument({ appName: 'Poklik', publicUrl: 'https://track.example' });
const places: Place[] = operationsOf(document);
const deviation = answerChecker(document);

let product: TestApp;
let base: string;
let operator: Person;
let user: Person;
let forgetful: Person;
let template: number;
let passwordHash: string;
const known: Known = {};

beforeAll(async () => {
  product = await createTestApp();
  Object.assign(product.services.clickhouse, emptyClickhouse());
  base = await product.app.listen({ host: '127.0.0.1', port: 0 });
  operator = await product.person({ role: ROLES.SUPER_ADMIN });
  user = await product.person();
  await product.services.pool.query('update users set email_verified_at = now() where id = $1', [operator.id]);
  passwordHash = (await product.services.pool.query('select password_hash from users where id = $1', [operator.id]))
    .rows[0].password_hash;
  template = await firstCampaign();
  forgetful = await product.person();
  Object.assign(known, {
    email: [user.email, forgetful.email],
    password: [PASSWORD],
    current_password: [PASSWORD],
    timezone: ['Europe/Kyiv', 'UTC'],
    default_url: URLS,
    url: URLS,
    cost_currency: ['USD', 'EUR'],
    payout_currency: ['USD', 'EUR'],
    campaign_id: [null],
    currency: ['EUR', 'UAH'],
    user_id: [user.id],
    account: ['somewhere'],
    method: ['other'],
    amount: ['20.00'],
    decision: ['release'],
    csv: ['click_id,payout\nnobodys,5\n'],
    columns: ['clicks', 'clicks,cost,profit'],
    group_by: ['campaign', 'country,day', 'hour,sub1,rule'],
    filters: [JSON.stringify([{ dimension: 'country', values: ['UA'] }])],
    start_date: ['2026-01-01', '2026-01-31'],
    end_date: ['2026-02-01', '2026-10-25'],
    campaign_ids: [null],
    ip_allow_list: [null, ['203.0.113.0/24']],
    expires_at: [null, '2099-01-01T00:00:00Z'],
    conditions: [[{ dimension: 'country', operator: 'in', values: ['UA', 'PL'] }]],
    postback_ips: [[], ['203.0.113.0/24']],
    start_at: [null, '2026-01-01T00:00:00Z'],
    end_at: [null, '2099-01-01T00:00:00Z'],
    ip_addresses: ['192.0.2.0/24, 198.51.100.7', ['2001:db8::/48', 'nonsense']],
  });
});
beforeEach(restorePeople);

async function restorePeople(): Promise<void> {
  // Wrong passwords of earlier tests do not count.
  await product.services.pool.query('delete from rate_limits');
  // Whom an earlier test blocked or gave another role or password is who they were again.
  await product.services.pool.query(
    "update users set status = 'active', role = case when id = $1 then 3 else 1 end, password_hash = $3 where id = any($2)",
    [operator.id, [operator.id, user.id, forgetful.id], passwordHash],
  );
}

/** Anew for each operation, because an earlier one may have used up what there was. */
async function prepareRecords(): Promise<void> {
  await restorePeople();
  const money = await prepareMoney(product, operator, user);
  const ids = [
    ...(await announcements(product, operator, 20)),
    ...(await campaigns(product, template, 20)),
    ...(await tariffs(product, 20)),
    ...(await invoices(product, operator, 3)),
    ...(await invoices(product, user, 3)),
    ...(await plantSessions(product, operator, 20)),
    ...money,
    ...money,
  ];
  await plannedDowngrade(product, user);
  const people = await preparePeople(product, operator);
  ids.push(...people, ...people);
  const events = await conversionsAndPostbacks(product, operator, 5);
  const token = await Promise.all(Array.from({ length: 10 }, () => plantResetLink(product, forgetful)));
  Object.assign(known, {
    token,
    id: [...ids, ...events],
    ids: [ids.slice(0, 3), ids, events.slice(0, 3), events],
    version: [1],
  });
}
afterAll(() => product.close(), 180_000);

const URLS = ['https://example.com/', 'https://example.com/offer?click={click_id}&s={sub1}'];

async function firstCampaign(): Promise<number> {
  const { accountId, token } = operator;
  await product.services.pool.query(
    "update accounts set tariff_id = (select id from tariffs where code = 'business') where id = $1",
    [accountId],
  );
  const body = { name: 'The first one', default_url: URLS[0] };
  return (await product.call('POST', '/companies', { token, body })).json().data.id;
}

/** Nothing was clicked here, nobody is in the customer's team, and nobody would be left to ask as after the last: they are tested in their own files. */
const NEVER_ACCEPTED = ['clicks.get', 'conversions.create', 'teamUsers.makeOwner', 'account.close'];

/** What an operator has no use for is asked for by a customer. */
const isForOperators = ({ operation }: Place): boolean =>
  !isPermission(operation['x-access']) || rolesWith(operation['x-access']).includes(ROLES.SUPER_ADMIN);
const isPermission = (access: string): access is Permission => (PERMISSIONS as readonly string[]).includes(access);

const varies = ({ operation }: Place): boolean =>
  (operation.parameters ?? []).length > 0 || operation.requestBody !== undefined;

const isStream = ({ operation }: Place): boolean =>
  operation.responses[200]?.content?.['text/event-stream'] !== undefined;

async function ask(place: Place, request: FuzzRequest, caller?: Person): Promise<FuzzAnswer> {
  const authorization = request.authorization ?? (caller && `Bearer ${caller.token}`);
  const headers: Record<string, string> = {
    'accept-language': 'en',
    ...(authorization === undefined ? {} : { authorization }),
    ...(request.contentType === undefined ? {} : { 'content-type': request.contentType }),
  };
  if (isStream(place) && request.method === 'GET') return askStream(request.url, headers);
  const {
    statusCode,
    headers: answered,
    body,
  } = await product.app.inject({
    method: request.method as 'GET',
    url: request.url,
    headers,
    remoteAddress: request.ip,
    ...(request.body === undefined ? {} : { payload: request.body }),
  });
  return { status: statusCode, headers: answered, body };
}

/** Reads the first event and goes away. */
async function askStream(url: string, headers: Record<string, string>): Promise<FuzzAnswer> {
  const leave = new AbortController();
  const response = await fetch(base + url, { headers, signal: leave.signal });
  const first = await response.body?.getReader().read();
  leave.abort();
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: new TextDecoder().decode(first?.value),
  };
}

/** An earlier request may have ended the session; then the caller signs in again. */
async function askSignedIn(place: Place, request: FuzzRequest, caller: Person): Promise<FuzzAnswer> {
  const answer = await ask(place, request, caller);
  if (answer.status !== 401 || place.operation.security.length === 0 || request.authorization !== undefined)
    return answer;
  const { email, password } = caller;
  caller.token = (await product.call('POST', '/login', { body: { email, password } })).json().token;
  return ask(place, request, caller);
}

function fail(problem: string | null, request: FuzzRequest, answer: FuzzAnswer): void {
  if (problem === null) return;
  const sent = JSON.stringify({ ...request, body: request.body?.slice(0, 500) });
  throw new Error(`${problem}\nsent ${sent}\ngot ${answer.status} ${answer.body.slice(0, 500)}`);
}

/** The message of fast-check names the seed and the smallest request that fails. */
const holds = <T>(
  requests: fc.Arbitrary<T>,
  numRuns: number,
  seed: number,
  test: (request: T) => Promise<void>,
): Promise<void> =>
  fc.assert(fc.asyncProperty(requests, test), {
    seed,
    numRuns,
    interruptAfterTimeLimit: LIMIT_MS,
    markInterruptAsFailure: true,
    includeErrorInReport: true,
  });

/** Methods that nobody serves at this address. */
const unservedMethods = (place: Place): string[] =>
  METHODS.filter(
    (method) =>
      !places.some(
        (other) =>
          other.method.toUpperCase() === method &&
          isPathOf({ method, url: other.path.replace(/\{(\w+)\}/g, ':$1') }, place.path),
      ),
  );

it('is driven by the document that the server hands out', async () => {
  expect((await product.app.inject('/v1/openapi.json')).json()).toEqual(JSON.parse(JSON.stringify(document)));
});

describe.each(places.map((place) => [place.operation.operationId, place] as const))(
  `%s (seed ${SEED})`,
  (_, place) => {
    const isOpen = place.operation.security.length === 0;
    const caller = () => (isForOperators(place) ? operator : user);
    beforeAll(prepareRecords);
    beforeEach(async () => void Object.assign(known, await prepareSecondFactor(product, caller(), place)));

    it('accepts what the document allows and answers as the document says', async () => {
      let accepted = 0;
      const isAccepted = !NEVER_ACCEPTED.includes(place.operation.operationId);
      // A few requests may all name something else than what is there: then others are tried.
      for (let round = 0; round === 0 || (isAccepted && accepted === 0 && round < ROUNDS_MAX); round += 1) {
        const requests = validRequest(place, known);
        await holds(requests, varies(place) ? RUNS : RUNS_OF_SAME, SEED + round, async (request) => {
          const answer = isOpen ? await ask(place, request) : await askSignedIn(place, request, caller());
          fail(deviation(place.operation, answer) ?? refusalProblem(answer, !isOpen), request, answer);
          fail(silenceProblem(request.url, answer), request, answer);
          if (answer.status < 400) accepted += 1;
        });
      }
      if (isAccepted) expect(accepted).toBeGreaterThan(0);
    });

    it('refuses whatever else is sent, and says so as the document says', async () => {
      await holds(brokenRequest(place, known, unservedMethods(place)), RUNS, SEED, async ({ wrong, request }) => {
        const answer = isOpen ? await ask(place, request) : await askSignedIn(place, request, caller());
        if (wrong === 'method') {
          const allowed = String(answer.headers.allow).split(', ');
          const isRight = answer.status === 405 && allowed.includes(place.method.toUpperCase());
          return fail(isRight ? null : 'a method that is not served is not refused', request, answer);
        }
        const isRefused = answer.status >= 400;
        fail(
          deviation(place.operation, answer) ?? (isRefused ? null : `a wrong ${wrong} is accepted`),
          request,
          answer,
        );
      });
    });

    it('keeps its word to a user and to nobody in particular', async () => {
      const both = fc.oneof(
        validRequest(place, known),
        brokenRequest(place, known, []).map(({ request }) => request),
      );
      await holds(both, RUNS_OF_OTHERS, SEED, async (request) => {
        const toUser = await askSignedIn(place, request, user);
        fail(deviation(place.operation, toUser), request, toUser);
        const toNobody = await ask(place, { ...request, authorization: '' });
        const isLetIn = !isOpen && toNobody.status < 400;
        fail(deviation(place.operation, toNobody) ?? (isLetIn ? 'nobody is let in' : null), request, toNobody);
      });
    });
  },
  LIMIT_MS + 20_000,
);
