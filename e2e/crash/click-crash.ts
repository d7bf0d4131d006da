import { setTimeout as wait } from 'node:timers/promises';
import { expect } from '@playwright/test';
import { api, registerUser } from '../people.ts';
import { type Product, startProduct } from '../product.ts';
import { printMeasurement } from '../screens/print-measurement.ts';
import { newEnvironment } from '../test-environment.ts';
import { crash } from './crash.ts';
import { killEngineAndIngest, queryClickhouse } from './engine-and-ingest.ts';
import { sendVisitors, type VisitorsPlan } from './visitors-under-load.ts';

export interface ClickCrashPlan {
  /** The whole server (every third time with its database), or only the engine and the ingest while clicks continue. */
  victim: 'program' | 'statistics';
  rounds: number;
  /** Clicks that must be acknowledged before each kill. */
  clicksPerRound: number;
}

const FAST: VisitorsPlan = { connections: 16, pauseMs: 0 };
const STEADY: VisitorsPlan = { connections: 4, pauseMs: 4 };
const PATIENCE_MS = 300_000;

interface CrashContext {
  dataDir: string;
  start(): Promise<Product>;
  acknowledged: string[];
}

/** Kills the victim under HTTP load, then compares the acknowledged clicks with those in ClickHouse. */
export async function clickCrashRounds(plan: ClickCrashPlan): Promise<void> {
  const environment = await newEnvironment();
  const settings = { ...environment.settings, TRACKERS: '2' };
  const start = () => startProduct({ ...environment, settings });
  const context: CrashContext = { dataDir: environment.dataDir, start, acknowledged: [] };
  const started = performance.now();
  let product = await start();
  try {
    await product.healthy();
    const link = await trackingLink(product.url);
    if (plan.victim === 'program') product = await killProgram(context, plan, product, link);
    else await killStatistics(context, plan, link);
    await expectEveryClickOnce(context);
  } finally {
    await product.stop();
    environment.clear();
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  printMeasurement(
    `${plan.victim} killed ${plan.rounds} times, ${context.acknowledged.length} clicks acknowledged, in ${seconds} s`,
  );
  expect(context.acknowledged.length).toBeGreaterThanOrEqual(plan.rounds * plan.clicksPerRound);
}

async function trackingLink(url: string): Promise<string> {
  const { token } = await registerUser(url, 'owner@example.test');
  const { data } = (await api(token, url)('POST', '/companies', {
    name: 'Under load',
    default_url: 'https://shop.example/?click={click_id}',
  })) as { data: { key: string } };
  const link = `${url}/c/${data.key}`;
  await until(async () => (await fetch(link, { redirect: 'manual', method: 'HEAD' })).status === 302, 'no redirect');
  return link;
}

async function killProgram(
  context: CrashContext,
  plan: ClickCrashPlan,
  first: Product,
  link: string,
): Promise<Product> {
  let product = first;
  for (let round = 1; round <= plan.rounds; round += 1) {
    const enough = context.acknowledged.length + plan.clicksPerRound;
    const visitors = sendVisitors(link, FAST, context.acknowledged);
    await until(() => context.acknowledged.length >= enough, 'the clicks do not get on', 10);
    await wait(Math.random() * 200);
    const before = [...visitors.problems()];
    await crash(product, context.dataDir, round % 3 === 0);
    await visitors.stop();
    expect(before, 'answers before the kill that were no recorded redirect').toEqual([]);
    product = await context.start();
  }
  return product;
}

async function killStatistics(
  { dataDir, acknowledged }: CrashContext,
  plan: ClickCrashPlan,
  link: string,
): Promise<void> {
  const visitors = sendVisitors(link, STEADY, acknowledged);
  for (let round = 1; round <= plan.rounds; round += 1) {
    const enough = acknowledged.length + plan.clicksPerRound;
    await until(() => acknowledged.length >= enough, 'the clicks do not get on', 10);
    await until(async () => (await queryClickhouse(dataDir, 'SELECT 1')).length === 1, 'the store stays away');
    await wait(Math.random() * 400);
    killEngineAndIngest(dataDir);
  }
  await wait(1_000);
  const problems = [...visitors.problems()];
  await visitors.stop();
  expect(problems, 'visitors who were not redirected').toEqual([]);
}

async function expectEveryClickOnce({ dataDir, acknowledged }: CrashContext): Promise<void> {
  const from = performance.now();
  const count = async () => Number((await queryClickhouse(dataDir, 'SELECT count() FROM clicks'))[0]);
  // Clicks that are missing after the timeout are lost; the assertion below lists their ids.
  await until(async () => (await count()) >= acknowledged.length, '').catch(() => undefined);
  let ids: string[] = [];
  const lost = () => {
    const there = new Set(ids);
    return acknowledged.filter((id) => !there.has(id));
  };
  await until(async () => {
    ids = await queryClickhouse(dataDir, 'SELECT click_id FROM clicks');
    return lost().length === 0;
  }, '').catch(() => undefined);
  const seconds = ((performance.now() - from) / 1000).toFixed(1);
  const twice = ids.length - new Set(ids).size;
  printMeasurement(`${ids.length} in the store after ${seconds} s: lost ${lost().length}, counted twice ${twice}`);
  expect(lost(), 'acknowledged clicks that are not in the statistics').toEqual([]);
  expect(twice, 'clicks that are there more than once').toBe(0);
}

/** A condition that throws is not met yet, because the server or ClickHouse may be down. */
async function until(holds: () => boolean | Promise<boolean>, complaint: string, everyMs = 50): Promise<void> {
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await wait(everyMs)) {
    const isSo = await Promise.resolve()
      .then(holds)
      .catch(() => false);
    if (isSo) return;
  }
  throw new Error(complaint);
}
