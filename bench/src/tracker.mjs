// Tracked redirects with rules, blocklist, country, device and event log, compared with a bare redirect on one core.
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { load } from './load.mjs';
import { median } from './median.mjs';
import { cpuSeconds, freePort, residentMb, start, waitFor } from './processes.mjs';
import { DATA_TEXT, LAST_PATH, openTrackingData, PATHS } from './tracking-data.mjs';

const PROGRAM = fileURLToPath(new URL('../../apps/server/dist/main.js', import.meta.url));
const BARE = fileURLToPath(new URL('./bare-redirect.mjs', import.meta.url));
const CONNECTIONS = 64;
const SERVER_CORE = 0;
const LOAD_CORE = 1;

export async function measureTracker({ pairs, seconds }) {
  const data = await openTrackingData();
  try {
    return [...(await onOneCore(data, { pairs, seconds })), ...(await onTwoCores(data, seconds))];
  } finally {
    await data.close();
  }
}

async function onOneCore(data, { pairs, seconds }) {
  const [bare, tracker] = [await startBare(SERVER_CORE), await startTracker(data, SERVER_CORE)];
  try {
    const atRest = residentMb(tracker.pid);
    const measured = [];
    await load(tracker.origin, PATHS, { seconds: Math.min(seconds, 3), core: LOAD_CORE });
    await load(bare.origin, PATHS, { seconds: 1, core: LOAD_CORE });
    for (let pair = 0; pair < pairs; pair += 1) {
      measured.push({ limit: await under(bare, seconds), own: await under(tracker, seconds) });
    }
    const underLoad = residentMb(tracker.pid);
    return rowsOf(measured, { atRest, underLoad });
  } finally {
    await tracker.end();
    await bare.end();
  }
}

async function under(server, seconds) {
  const before = cpuSeconds(server.pid);
  const result = await load(server.origin, PATHS, { seconds, core: LOAD_CORE, connections: CONNECTIONS });
  return { ...result, perCpuSecond: (result.perSecond * seconds) / (cpuSeconds(server.pid) - before) };
}

function rowsOf(measured, { atRest, underLoad }) {
  const own = (name) => median(measured.map((pair) => pair.own[name]));
  const limit = (name) => median(measured.map((pair) => pair.limit[name]));
  const ratio = median(measured.map((pair) => pair.own.perSecond / pair.limit.perSecond));
  const cpuRatio = median(measured.map((pair) => pair.own.perCpuSecond / pair.limit.perCpuSecond));
  const errors = measured.reduce((sum, pair) => sum + pair.own.errors, 0);
  return [
    {
      what: `tracked redirects per second, one process on one core (10 rules, 10000 blocklist entries; ${errors} errors)`,
      measured: `${Math.round(own('perSecond'))} = ${ratio.toFixed(2)} ×`,
      limit: `bare node:http ${Math.round(limit('perSecond'))}`,
      aim: '≥ 0.50 ×',
      holds: ratio >= 0.5 && errors === 0,
    },
    {
      what: 'tracked redirects per second of CPU time',
      measured: `${Math.round(own('perCpuSecond'))} = ${cpuRatio.toFixed(2)} ×`,
      limit: `bare node:http ${Math.round(limit('perCpuSecond'))}`,
    },
    {
      what: `latency at ${CONNECTIONS} connections, p50 / p99`,
      measured: `${own('p50').toFixed(1)} / ${own('p99').toFixed(1)} ms`,
      limit: `bare ${limit('p50').toFixed(1)} / ${limit('p99').toFixed(1)} ms`,
      aim: 'p99 < 15 ms',
      holds: own('p99') < 15,
    },
    {
      what: `memory of the tracker (${DATA_TEXT}), at rest / under load`,
      measured: `${Math.round(atRest)} / ${Math.round(underLoad)} MB`,
      aim: '≤ 256 MB',
      holds: underLoad <= 256,
    },
  ];
}

const CORES_TO_SCALE = 4;

/**
 * Compares two processes under two loads with one process under one load, and does the same with bare servers. With
 * four cores each process has its own; with fewer, the load generators take CPU time, as the bare servers show.
 */
async function onTwoCores(data, seconds) {
  const isApart = cpus().length >= CORES_TO_SCALE;
  const bare = await scaleOf([await startBare(0), await startBare(1)], { seconds, isApart });
  const own = await scaleOf([await startTracker(data, 0), await startTracker(data, 1)], { seconds, isApart });
  const text = ({ one, two }) => `${Math.round(two)} / ${Math.round(one)} = ${(two / one).toFixed(2)} ×`;
  const ratio = own.two / own.one;
  const bareRatio = bare.two / bare.one;
  return [
    {
      what: `two trackers compared with one, redirects per second (${cpus().length} cores, ${own.errors} errors)`,
      measured: text(own),
      limit: `bare node:http ${text(bare)}`,
      aim: isApart ? '≥ 1.5 ×' : '≥ 0.9 of bare; 1.5 × needs 4 cores',
      holds: own.errors === 0 && (isApart ? ratio >= 1.5 : ratio >= 0.9 * bareRatio),
    },
  ];
}

async function scaleOf(servers, { seconds, isApart }) {
  const under = (place) =>
    load(servers[place].origin, PATHS, { seconds, ...(isApart && { core: CORES_TO_SCALE - 2 + place }) });
  try {
    await Promise.all([load(servers[0].origin, PATHS, { seconds: 1 }), load(servers[1].origin, PATHS, { seconds: 1 })]);
    const one = await under(0);
    const both = await Promise.all([under(0), under(1)]);
    const sum = (name) => both.reduce((total, each) => total + each[name], 0);
    return { one: one.perSecond, two: sum('perSecond'), errors: one.errors + sum('errors') };
  } finally {
    for (const server of servers) await server.end();
  }
}

async function startBare(core) {
  const port = await freePort();
  const server = start(['node', BARE, String(port)], { core });
  const origin = `http://127.0.0.1:${port}`;
  await waitFor(origin);
  return { ...server, origin };
}

async function startTracker(data, core) {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'poklik-bench-tracker-'));
  const env = {
    ROLES: 'tracker',
    HOST: '127.0.0.1',
    PORT: String(port),
    DATABASE_URL: data.url,
    DATA_DIR: folder,
    // The load comes from this machine and sends visitor IP addresses like a proxy.
    TRUSTED_PROXIES: '127.0.0.1',
    LOG_LEVEL: 'warn',
  };
  const server = start(['node', PROGRAM], { core, env });
  const origin = `http://127.0.0.1:${port}`;
  await waitFor(`${origin}/v1/health`);
  await waitFor(`${origin}${LAST_PATH}`);
  const end = async () => {
    await server.end();
    await rm(folder, { recursive: true, force: true });
  };
  return { ...server, origin, end };
}
