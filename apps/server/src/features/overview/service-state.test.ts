import type { Service } from '@poklik/contract/overview-service';
import { ROLES } from '@poklik/contract/roles';
import { type LatencyBuckets, latencyBucket } from '@poklik/domain/service/latency-histogram';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createLatencies, startProcessFigures } from '../../metrics/process-figures.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { overviewJobs } from './overview.jobs.ts';

let product: TestApp;
let token: string;
beforeAll(async () => {
  product = await createTestApp();
  token = (await product.person({ role: ROLES.SUPER_ADMIN })).token;
});
afterAll(() => product.close());
beforeEach(() => product.services.pool.query('delete from process_figures'));

const getService = async (): Promise<Service> =>
  (await product.call('GET', '/overview/service', { token })).json().data;
const insert = (row: {
  process?: string;
  role?: string;
  ago: string;
  redirects?: number;
  latency?: LatencyBuckets;
  memory?: number;
}) =>
  product.services.pool.query(
    `insert into process_figures (process, role, at, seconds, redirects, unrecorded, memory_bytes, latency)
     values ($1, $2, now() - $3::interval, 10, $4, 1, $5, $6)`,
    [row.process ?? 'a:1', row.role ?? 'tracker', row.ago, row.redirects ?? 0, row.memory ?? 1000, row.latency ?? {}],
  );

it('p99 of four processes is within 5 % of the exact value', async () => {
  const durations = Array.from({ length: 4 }, (_, process) =>
    Array.from({ length: 500 }, (__, place) => (process + 1) * 1e-4 * 1.01 ** place),
  );
  for (const [process, own] of durations.entries()) {
    const latencies = createLatencies();
    for (const seconds of own) latencies.observe(seconds);
    await insert({
      process: `host:${process}`,
      ago: '15 seconds',
      redirects: 60,
      latency: latencies.take(),
      memory: 500,
    });
    expect(latencies.take()).toEqual({});
  }
  await insert({ process: 'host:9', role: 'main', ago: '15 seconds', memory: 700 });
  const exact = durations.flat().toSorted((a, b) => a - b)[Math.ceil(2_000 * 0.99) - 1] ?? 0;
  const found = await getService();
  expect(Math.abs((found.p99_ms ?? 0) / 1000 - exact) / exact).toBeLessThan(0.05);
  expect(found.redirects_per_second).toBe(4);
  expect(found.memory).toEqual([
    { role: 'main', processes: 1, bytes: 700 },
    { role: 'tracker', processes: 4, bytes: 2000 },
  ]);
  expect(found.steps).toHaveLength(96);
  expect(found.checks.find(({ check }) => check === 'unrecorded')).toMatchObject({ state: 'danger', value: 4 });
});

it('says what is unknown before anything was measured', async () => {
  const { redirects_per_second, p99_ms, memory, checks } = await getService();
  expect({ redirects_per_second, p99_ms, memory }).toEqual({ redirects_per_second: null, p99_ms: null, memory: [] });
  const stateOf = (name: string) => checks.find(({ check }) => check === name)?.state;
  expect([stateOf('unrecorded'), stateOf('backup'), stateOf('failed_postbacks')]).toEqual(['unknown', 'unknown', 'ok']);
});

it('adds rows older than two days up to five minutes of each role, and keeps their sums', async () => {
  const [fast, slow] = [latencyBucket(0.001), latencyBucket(0.1)];
  const start = "date_trunc('hour', now() - interval '60 hours')";
  for (const [process, second] of [
    ['a:1', 10],
    ['a:1', 20],
    ['b:2', 30],
    ['a:1', 400],
  ] as const)
    await product.services.pool.query(
      `insert into process_figures (process, role, at, seconds, redirects, unrecorded, memory_bytes, latency)
       values ($1, 'tracker', ${start} + make_interval(secs => $2), 10, 5, 1, 100, $3)`,
      [process, second, { [fast]: 2, [slow]: 1 }],
    );
  await insert({ ago: '1 hour', redirects: 7 });
  await insert({ ago: '14 months' });
  const rollUp = () => overviewJobs(product.services).roll_up_figures?.();
  await rollUp();
  await rollUp();
  const { rows } = await product.services.pool.query(
    'select process, seconds, redirects, unrecorded, memory_bytes::int as memory, latency from process_figures order by at',
  );
  expect(rows).toEqual([
    { process: 'tracker', seconds: 300, redirects: 15, unrecorded: 3, memory: 200, latency: { [fast]: 6, [slow]: 3 } },
    { process: 'tracker', seconds: 300, redirects: 5, unrecorded: 1, memory: 100, latency: { [fast]: 2, [slow]: 1 } },
    { process: 'a:1', seconds: 10, redirects: 7, unrecorded: 1, memory: 1000, latency: {} },
  ]);
});

it('a process writes what it did since the last time', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const counts = { redirects: 100, unrecorded: 0 };
    const { db } = product.services;
    const latencies = createLatencies();
    const stop = startProcessFigures({
      ...{ db, role: 'tracker', latencies, log: pino({ level: 'silent' }) },
      readCounts: () => ({ ...counts }),
    });
    counts.redirects = 130;
    latencies.observe(0.002);
    vi.advanceTimersByTime(10_000);
    stop();
    vi.advanceTimersByTime(60_000);
  } finally {
    vi.useRealTimers();
  }
  await vi.waitFor(async () => {
    const { rows } = await product.services.pool.query('select role, redirects, latency from process_figures');
    expect(rows).toEqual([{ role: 'tracker', redirects: 30, latency: { [latencyBucket(0.002)]: 1 } }]);
  });
});

it('charts the asked days in steps that fit, without what comes before and after', async () => {
  for (const [ago, redirects] of [
    ['20 days', 2_160_000],
    ['9 days', 432_000],
    ['1 minute', 5],
  ] as const)
    await insert({ ago, redirects });
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  const ask = async (from: number, to: number): Promise<Service> =>
    (await product.call('GET', `/overview/service?from=${day(from)}&to=${day(to)}`, { token })).json().data;
  const sum = ({ steps, step_seconds: seconds }: Service) =>
    Math.round(steps.reduce((all, { redirects_per_second: rate }) => all + (rate ?? 0) * seconds, 0));
  const past = await ask(10, 8);
  expect([past.steps.length, past.step_seconds, sum(past)]).toEqual([72, 3_600, 432_000]);
  const month = await ask(29, 2);
  expect([month.steps.length, month.step_seconds, sum(month)]).toEqual([112, 21_600, 2_592_000]);
  // What is true now doesn't depend on the asked days.
  expect(past.redirects_per_second).toBe((await getService()).redirects_per_second);
  const wrong = await product.call('GET', `/overview/service?from=${day(1)}&to=${day(2)}`, { token });
  expect(Object.keys(wrong.json().errors)).toEqual(['to']);
});
