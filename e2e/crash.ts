import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from '@playwright/test';
import { tell } from './figures.ts';
import { askDatabase, databasePid } from './operator.ts';
import { api, newEmail, PASSWORD, tokenOf } from './people.ts';
import { freePort, type Product, START, startProduct } from './product.ts';

const OPERATOR = { email: 'operator@example.test', password: 'the passphrase of the operator' };
const WRITERS = 3;

/** Kept outside the program: only what it has answered with success. */
interface Acknowledged {
  emails: string[];
  titles: string[];
  name: string | undefined;
}

/** Numbers that look random and can be had again with the same seed. */
function chance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * Kills the whole program in the middle of its work, again and again, and starts it as an operator would. Every second
 * time the database server is killed with it.
 */
export async function crashRounds(rounds: number, servingMsMax: number): Promise<void> {
  const seed = Number(process.env.CRASH_SEED ?? Date.now() % 1_000_000);
  tell(`${rounds} rounds of kill -9, CRASH_SEED=${seed}`);
  const next = chance(seed);
  const folder = mkdtempSync(join(tmpdir(), 'poklik-crash-'));
  chmodSync(folder, 0o755);
  const dataDir = join(folder, 'data');
  const port = await freePort();
  const start = () => startProduct({ dataDir, port, program: START, settings: settings() });
  const acknowledged: Acknowledged = { emails: [], titles: [], name: undefined };
  const servingAfter: number[] = [];
  let product: Product | undefined;
  try {
    product = await start();
    for (let round = 1; round <= rounds; round += 1) {
      const writing = writeUntilGone(product.url, acknowledged);
      await wait(50 + next() * 1_450);
      await crash(product, dataDir, round % 2 === 0);
      await writing;
      product = await start();
      servingAfter.push(product.servingAfterMs);
      await expectAllThere(product.url, dataDir, acknowledged);
    }
    await product.healthy();
  } finally {
    await product?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  const worst = Math.max(...servingAfter);
  const { emails, titles } = acknowledged;
  const times = servingAfter.map((ms) => ms.toFixed(0)).join(', ');
  tell(`${emails.length} accounts and ${titles.length} notifications acknowledged; served again after ${times} ms`);
  expect(emails.length + titles.length, 'something was written').toBeGreaterThan(rounds);
  expect(worst, 'ms until it served again').toBeLessThanOrEqual(servingMsMax);
}

const settings = (): Record<string, string> => ({
  SUPER_ADMIN_EMAIL: OPERATOR.email,
  SUPER_ADMIN_PASSWORD: OPERATOR.password,
  LIMIT_SIGN_UPS_PER_SOURCE: '1000000',
  LIMIT_GUESSES_PER_SOURCE: '1000000',
  LIMIT_VISITOR_PER_MINUTE: '1000000',
  LIMIT_USER_PER_MINUTE: '1000000',
  LIMIT_LETTERS_PER_SOURCE: '1000000',
  // Passwords are not what is tested here; cheaper ones make more writes.
  PASSWORD_MEMORY_KIB: '1024',
  PASSWORD_PASSES: '1',
});

export async function crash(product: Product, dataDir: string, withDatabase: boolean): Promise<void> {
  const database = withDatabase ? databasePid(dataDir) : undefined;
  await product.kill();
  if (database !== undefined) {
    try {
      process.kill(database, 'SIGKILL');
    } catch {
      // It went down with the program.
    }
  }
}

/** Several clients write until the program stops answering. */
async function writeUntilGone(url: string, acknowledged: Acknowledged): Promise<void> {
  const token = await tokenOf(OPERATOR.email, OPERATOR.password, url).catch(() => undefined);
  if (token === undefined) return;
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
  const users = new Set((await askDatabase(dataDir, 'select email from users')).map(({ email }) => email));
  expect(
    emails.filter((email) => !users.has(email)),
    'accounts that are gone',
  ).toEqual([]);
  const newest = emails.at(-1);
  if (newest) expect(await tokenOf(newest, PASSWORD, url), 'the newest account signs in').toBeTruthy();

  const call = api(await tokenOf(OPERATOR.email, OPERATOR.password, url), url);
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
  // The last change may have been made and not yet answered; an older one must not have come back.
  if (name !== undefined) expect(orderOf(profile.name)).toBeGreaterThanOrEqual(orderOf(name));
}

/** Names are written one after another, so a later one sorts after an earlier one. */
const orderOf = (name: string): number => {
  const [, time = '0', count = '0'] = name.split(' ');
  return Number(time) * 1000 + Number(count);
};
