import { PERMISSIONS, type Permission } from '@poklik/contract/permissions';
import { ROLES } from '@poklik/contract/roles';
import { rolesWith } from '@poklik/domain/auth/role-permissions';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildOpenApiDocument } from '../../http/reference/openapi.ts';
import { listOperations } from '../../http/reference/openapi-document.ts';
import { matchesPath } from '../../http/route-list.ts';
import { SEED } from '../seed.ts';
import { createFuzzFixture, type FuzzFixture } from './fuzz-fixture.ts';
import { prepareSecondFactor } from './login.ts';
import { brokenRequest, type FuzzRequest, type Place, validRequest } from './requests.ts';
import { createResponseChecker, type FuzzResponse, rejectionProblem, silenceProblem } from './responses.ts';

/** Requests per operation; `npm run test:deep` sends 200. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 5);
const RUNS_OF_OTHERS = Math.ceil(RUNS / 4);
/** How often an operation is retried that has accepted no request yet. */
const ROUNDS_MAX = 40;
/** For operations whose requests are all the same. */
const RUNS_OF_SAME = 3;
const LIMIT_MS = 120_000;
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

export const document = buildOpenApiDocument({ appName: 'Poklik', publicUrl: 'https://track.example' });
const places: Place[] = listOperations(document);
const deviation = createResponseChecker(document);

/** Test files that share the operations. Operations of one feature stay together, because some need data of others. */
export const FUZZ_PARTS = 3;
const featureOf = ({ operation }: Place): string => operation.operationId.split('.')[0] ?? '';
const features = [...new Set(places.map(featureOf))];
const partOf = (part: number) =>
  places
    .filter((place) => features.indexOf(featureOf(place)) % FUZZ_PARTS === part - 1)
    .map((place) => [place.operation.operationId, place] as const);

/** These need data or users that the fixture does not have; they are tested in their own files. */
const NEVER_ACCEPTED = [
  'clicks.get',
  'conversions.create',
  'teamUsers.makeOwner',
  'account.close',
  // These need the current version, a mail server or a real image.
  // Planted documents lack what e-invoices need.
  'invoices.xml',
  'creditNotes.xml',
  'settings.update',
  'settings.undo',
  'settings.testEmail',
  'settings.addImage',
  'legal.publish',
  'legal.accept',
  // Only a secret that exists can be removed.
  'outgoing.removeSecret',
  // Codes can't be guessed.
  'coupons.check',
  // The note must be one of the user.
  'customers.removeNote',
  // The file must be one of the request.
  'help.file',
];

/** Whether operators have access; other operations are called as a customer. */
const isForOperators = ({ operation }: Place): boolean =>
  !isPermission(operation['x-access']) || rolesWith(operation['x-access']).includes(ROLES.SUPER_ADMIN);
const isPermission = (access: string): access is Permission => (PERMISSIONS as readonly string[]).includes(access);

const varies = ({ operation }: Place): boolean =>
  (operation.parameters ?? []).length > 0 || operation.requestBody !== undefined;

function fail(problem: string | null, request: FuzzRequest, answer: FuzzResponse): void {
  if (problem === null) return;
  const sent = JSON.stringify({ ...request, body: request.body?.slice(0, 500) });
  throw new Error(`${problem}\nsent ${sent}\ngot ${answer.status} ${answer.body.slice(0, 500)}`);
}

/** fast-check reports the seed and the smallest failing request. */
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

const count = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);

/** Why requests were refused. */
const mostFrequent = (counts: ReadonlyMap<string, number>): string =>
  [...counts]
    .sort(([, one], [, other]) => other - one)
    .slice(0, 5)
    .map(([answer, times]) => `${times} x ${answer}`)
    .join('\n');

/** Methods without a handler at this path. */
const unservedMethods = (place: Place): string[] =>
  METHODS.filter(
    (method) =>
      !places.some(
        (other) =>
          other.method.toUpperCase() === method &&
          matchesPath({ method, url: other.path.replace(/\{(\w+)\}/g, ':$1') }, place.path),
      ),
  );

/** Tests all operations of one part, from 1. */
export function testOperations(part: number): void {
  let world: FuzzFixture;
  beforeAll(async () => {
    world = await createFuzzFixture();
  });
  beforeEach(() => world.restorePeople());
  afterAll(() => world.product.close(), 180_000);

  describe.each(partOf(part))(
    `%s (seed ${SEED})`,
    (_, place) => {
      const isOpen = place.operation.security.length === 0;
      const caller = () => (isForOperators(place) ? world.operator : world.user);
      beforeAll(() => world.prepareRecords(place.path));
      beforeEach(
        async () => void Object.assign(world.known, await prepareSecondFactor(world.product, caller(), place)),
      );

      it('accepts documented requests and returns documented responses', async () => {
        let accepted = 0;
        const seen = new Map<string, number>();
        const isAccepted = !NEVER_ACCEPTED.includes(place.operation.operationId);
        // All requests of a round may name missing records; then another round is needed.
        for (let round = 0; round === 0 || (isAccepted && accepted === 0 && round < ROUNDS_MAX); round += 1) {
          const requests = validRequest(place, world.known);
          await holds(requests, varies(place) ? RUNS : RUNS_OF_SAME, SEED + round, async (request) => {
            const answer = isOpen ? await world.ask(place, request) : await world.askSignedIn(place, request, caller());
            fail(deviation(place.operation, answer) ?? rejectionProblem(answer, !isOpen), request, answer);
            fail(silenceProblem(request.url, answer), request, answer);
            if (answer.status < 400) accepted += 1;
            else count(seen, `${answer.status} ${answer.body.slice(0, 200)}`);
          });
        }
        if (isAccepted) expect(accepted, mostFrequent(seen)).toBeGreaterThan(0);
      });

      it('rejects all other requests with documented errors', async () => {
        await holds(
          brokenRequest(place, world.known, unservedMethods(place)),
          RUNS,
          SEED,
          async ({ wrong, request }) => {
            const answer = isOpen ? await world.ask(place, request) : await world.askSignedIn(place, request, caller());
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
          },
        );
      });

      it('returns documented responses to users and anonymous callers', async () => {
        const both = fc.oneof(
          validRequest(place, world.known),
          brokenRequest(place, world.known, []).map(({ request }) => request),
        );
        await holds(both, RUNS_OF_OTHERS, SEED, async (request) => {
          const toUser = await world.askSignedIn(place, request, world.user);
          fail(deviation(place.operation, toUser), request, toUser);
          const toNobody = await world.ask(place, { ...request, authorization: '' });
          const isLetIn = !isOpen && toNobody.status < 400;
          fail(deviation(place.operation, toNobody) ?? (isLetIn ? 'nobody is let in' : null), request, toNobody);
        });
      });
    },
    LIMIT_MS + 20_000,
  );
}
