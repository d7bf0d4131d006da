// How fast a backlog of the event log is ingested, and whether redirects slow down during the ingest.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { load } from './load.mjs';
import { childWith, freePort, start, waitFor } from './processes.mjs';
import { askStore, rest } from './store.mjs';
import { clickSteadily, openAccount } from './visitors.mjs';

const PROGRAM = fileURLToPath(new URL('../../apps/server/dist/main.js', import.meta.url));
const STEADY_PER_SECOND = 500;
const RESTED_CLICKS = 10 * STEADY_PER_SECOND;
const LOOK_EVERY_MS = 500;
const CAUGHT_UP_MS = 2_500;
/** `faster` than visitors can click, and how much slower redirects may be meanwhile. */
const AIMS = { faster: 4, slower: 3 };

/**
 * Builds a backlog with `seconds` of full load while the ingest process is paused. Measures twice: first the process is
 * killed and restarted, then it is only resumed.
 */
export async function measureIngest({ seconds }) {
  const folder = await mkdtemp(join(tmpdir(), 'poklik-bench-ingest-'));
  // PostgreSQL does not run as root; its user must be able to read this folder.
  await chmod(folder, 0o755);
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const program = start(['node', PROGRAM], {
    env: {
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: origin,
      TRUSTED_PROXIES: '127.0.0.1',
      LOG_LEVEL: 'fatal',
      DATA_DIR: join(folder, 'data'),
    },
  });
  const filling = () => childWith(program.pid, 'ROLES', 'stats');
  try {
    await waitFor(`${origin}/v1/health`);
    const { link, campaignId } = await openAccount(origin);
    await waitFor(link);
    const ask = askStore(filling().env.CLICKHOUSE_URL);
    const look = lookInto(ask, campaignId);
    while ((await look()).rows === 0) await sleep(LOOK_EVERY_MS);
    const paths = [new URL(link).pathname];
    process.kill(filling().pid, 'SIGSTOP');
    const first = await load(origin, paths, { seconds });
    const restarted = await catchUp({ link, look }, () => process.kill(filling().pid, 'SIGKILL'));
    await rest(ask);
    process.kill(filling().pid, 'SIGSTOP');
    const second = await load(origin, paths, { seconds });
    const rested = () => timesWhile(link, (sent) => sent >= RESTED_CLICKS);
    const before = await rested();
    const busy = await besideLoops(rested);
    const resumed = await catchUp({ link, look }, () => process.kill(filling().pid, 'SIGCONT'));
    await rest(ask);
    const idle = [...before, ...(await rested())];
    const redirects = Math.max(first.perSecond, second.perSecond);
    return rowsOf({ restarted, resumed, redirects, idle: p99Of(idle), busy: p99Of(busy) });
  } finally {
    const left = filling();
    if (left) process.kill(left.pid, 'SIGCONT');
    await program.end();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Number of clicks in ClickHouse and whether the newest ones are included; 0 while it is down. */
const lookInto = (ask, campaignId) => async () => {
  const at = Date.now();
  const count = async (condition) => Number(await ask(`SELECT count() FROM clicks ${condition}`).catch(() => '0'));
  // A plain count reads no data, which matters because redirects use the same disk.
  const rows = await count('');
  const since = `fromUnixTimestamp64Milli(${at - CAUGHT_UP_MS})`;
  const places = `account_id = 1 AND campaign_id = ${campaignId} AND quarter >= ${since} - 900 AND at > ${since}`;
  return { at, rows, isCaughtUp: (await count(`WHERE ${places}`)) > 0 };
};

/** Measures the ingest until the newest click is included, while visitors keep clicking. */
async function catchUp({ link, look }, begin) {
  const begunAt = Date.now();
  begin();
  let isCaughtUp = false;
  const times = timesWhile(link, () => isCaughtUp);
  let first;
  for (; ; await sleep(LOOK_EVERY_MS)) {
    const now = await look();
    if (now.rows === 0) continue;
    first ??= now;
    if (!now.isCaughtUp) continue;
    isCaughtUp = true;
    const rows = now.rows - first.rows;
    return { rows, perSecond: (rows * 1_000) / (now.at - begunAt), p99: p99Of(await times) };
  }
}

/** What any background work costs redirects: every core runs a busy loop at the lowest priority. */
async function besideLoops(measure) {
  const loops = Array.from({ length: availableParallelism() }, () =>
    start(['nice', '-n', '19', 'node', '-e', 'for (;;);']),
  );
  try {
    return await measure();
  } finally {
    for (const loop of loops) loop.signal('SIGKILL');
  }
}

/** Latencies of a steady stream of redirects. */
async function timesWhile(link, isOver) {
  const clicks = clickSteadily(link, { perSecond: STEADY_PER_SECOND, isOver });
  await clicks.sent;
  if (clicks.errors() > 0) throw new Error(`${clicks.errors()} clicks failed`);
  return clicks.acknowledged.map(({ took }) => took);
}

function p99Of(times) {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length * 0.99)];
}

function rowsOf({ restarted, resumed, redirects, idle, busy }) {
  const limit = `before and after ${idle.toFixed(1)} ms, next to low-priority loops ${busy.toFixed(1)} ms`;
  return [
    {
      what: `ingested clicks per second, backlog of ${resumed.rows}`,
      measured: `${Math.round(resumed.perSecond)} = ${(resumed.perSecond / redirects).toFixed(1)} ×`,
      limit: `redirects per second ${Math.round(redirects)}`,
      aim: `≥ ${AIMS.faster} ×`,
      holds: resumed.perSecond >= AIMS.faster * redirects,
    },
    {
      what: `p99 of redirects at ${STEADY_PER_SECOND}/s during the ingest`,
      measured: `${resumed.p99.toFixed(1)} ms`,
      limit,
      aim: `≤ ${AIMS.slower} ×`,
      holds: resumed.p99 <= AIMS.slower * idle,
    },
    {
      what: `ingested clicks per second including the start of the ingest process, backlog of ${restarted.rows}`,
      measured: `${Math.round(restarted.perSecond)}`,
    },
    {
      what: 'p99 of redirects during that start and ingest',
      measured: `${restarted.p99.toFixed(1)} ms`,
      limit,
    },
  ];
}
