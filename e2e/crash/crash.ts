import { setTimeout as wait } from 'node:timers/promises';
import { expect } from '@playwright/test';
import { databasePid, queryDatabase } from '../operator.ts';
import { api, newEmail, PASSWORD, tokenOf } from '../people.ts';
import { type Product, START, startProduct } from '../product.ts';
import { printMeasurement } from '../screens/print-measurement.ts';
import { newEnvironment, operatorAt } from '../test-environment.ts';

const WRITERS = 3;
const RECOVERY_MS = 30_000;
/** A quiet machine takes 3 s, a busy one several times as long; a restart that hangs takes longer still. */
const SERVING_MS_MAX = 45_000;

/** Writes that the server has acknowledged, recorded in the test process. */
interface Acknowledged {
  emails: string[];
  titles: string[];
  name: string | undefined;
}

/** Pseudo-random numbers that the same seed reproduces. */
function chance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * Repeatedly kills the server while it handles writes and restarts it as an operator would. Every second time, the
 * database server is killed too.
 */
export async function crashRounds(rounds: number): Promise<void> {
  const seed = Number(process.env.CRASH_SEED ?? Date.now() % 1_000_000);
  printMeasurement(`${rounds} rounds of kill -9, CRASH_SEED=${seed}`);
  const next = chance(seed);
  const environment = await newEnvironment();
  const { dataDir } = environment;
  const start = () => startProduct({ ...environment, program: START });
  const acknowledged: Acknowledged = { emails: [], titles: [], name: undefined };
  const servingAfter: number[] = [];
  let product: Product | undefined;
  try {
    product = await start();
    for (let round = 1; round <= rounds; round += 1) {
      // On a busy machine signing in takes longer than the time in which the server is killed.
      const { token } = await operatorAt(product.url);
      const writing = writeUntilGone(product.url, token, acknowledged);
      await wait(50 + next() * 1_450);
      await crash(product, dataDir, round % 2 === 0);
      await writing;
      product = await start();
      servingAfter.push(product.servingAfterMs);
      const { url } = product;
      // A busy machine answers 503 while its database recovers; a write that is gone stays gone.
      await expect(() => expectAllThere(url, dataDir, acknowledged)).toPass({ timeout: RECOVERY_MS });
    }
    await product.healthy();
  } finally {
    await product?.stop();
    environment.clear();
  }
  const worst = Math.max(...servingAfter);
  const { emails, titles } = acknowledged;
  const times = servingAfter.map((ms) => ms.toFixed(0)).join(', ');
  printMeasurement(
    `${emails.length} accounts and ${titles.length} notifications acknowledged; served again after ${times} ms`,
  );
  expect(emails.length + titles.length, 'something was written').toBeGreaterThan(rounds);
  expect(worst, 'ms until it served again').toBeLessThanOrEqual(SERVING_MS_MAX);
}

export async function crash(product: Product, dataDir: string, withDatabase: boolean): Promise<void> {
  const database = withDatabase ? databasePid(dataDir) : undefined;
  await product.kill();
  if (database !== undefined) {
    try {
      process.kill(database, 'SIGKILL');
    } catch {
      // It already exited with the server.
    }
  }
}

/** Several clients write until the server stops responding. */
async function writeUntilGone(url: string, token: string, acknowledged: Acknowledged): Promise<void> {
  const call = api(token, url);
  const untilGone = async (write: (count: number) => Promise<void>) => {
    for (let count = 0; ; count += 1) {
      try {
        await write(count);
      } catch {
        return;
      }
    }
  };
  const register = async () => {
    const email = newEmail();
    await api(undefined, url)('POST', '/register', {
      email,
      password: PASSWORD,
      password_confirmation: PASSWORD,
      accept_terms: true,
    });
    acknowledged.emails.push(email);
  };
  const notify = async (count: number) => {
    const title = `Note ${Date.now()} ${count} ${Math.random()}`;
    await call('POST', '/notifications', {
      titles: [{ locale: 'en', title }],
      messages: [{ locale: 'en', message: 'A message that is long enough' }],
    });
    acknowledged.titles.push(title);
  };
  const rename = async (count: number) => {
    const name = `Operator ${Date.now()} ${count}`;
    await call('PUT', '/profile', { name });
    acknowledged.name = name;
  };
  await Promise.all([
    ...Array.from({ length: WRITERS }, () => untilGone(register)),
    untilGone(notify),
    untilGone(rename),
  ]);
}

async function expectAllThere(url: string, dataDir: string, { emails, titles, name }: Acknowledged): Promise<void> {
  const users = new Set((await queryDatabase(dataDir, 'select email from users')).map(({ email }) => email));
  expect(
    emails.filter((email) => !users.has(email)),
    'accounts that are gone',
  ).toEqual([]);
  const newest = emails.at(-1);
  if (newest) expect(await tokenOf(newest, PASSWORD, url), 'the newest account signs in').toBeTruthy();

  const call = api((await operatorAt(url)).token, url);
  const there = new Set<string>();
  for (let page = 1; ; page += 1) {
    const answer = (await call('GET', `/notifications?page=${page}&per_page=100`)) as {
      notifications: { titles: { title: string }[] }[];
      meta?: { last_page: number };
    };
    for (const { titles: written } of answer.notifications) for (const { title } of written) there.add(title);
    if (page >= (answer.meta?.last_page ?? 1)) break;
  }
  expect(
    titles.filter((title) => !there.has(title)),
    'notifications that are gone',
  ).toEqual([]);
  const profile = (await call('GET', '/profile')) as { name: string };
  // The last rename may have been saved without being acknowledged, but an older name must not reappear.
  if (name !== undefined) expect(orderOf(profile.name)).toBeGreaterThanOrEqual(orderOf(name));
}

/** Names contain a time and a counter, so a later name sorts after an earlier one. */
const orderOf = (name: string): number => {
  const [, time = '0', count = '0'] = name.split(' ');
  return Number(time) * 1000 + Number(count);
};
