// How fast a backlog of the event log goes into the store, and whether visitors feel it.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { load } from './load.mjs';
import { freePort, start, waitFor } from './processes.mjs';
import { askStore, rest } from './store.mjs';
import { clickSteadily, openAccount } from './visitors.mjs';

const PROGRAM = fileURLToPath(new URL('../../apps/server/dist/main.js', import.meta.url));
const STEADY_PER_SECOND = 500;
const IDLE_CLICKS = 10 * STEADY_PER_SECOND;
const LOOK_EVERY_MS = 500;
const CAUGHT_UP_MS = 2_500;
const AIMS = { perSecond: 100_000, slower: 2 };

/**
 * `seconds` of full load make a backlog while the process that fills the store is away. Twice: the first time it was
 * ended and starts anew, the second time it only held its breath.
 */
export async function measureIngest({ seconds }) {
  const folder = await mkdtemp(join(tmpdir(), 'poklik-bench-ingest-'));
  // PostgreSQL refuses to run as root; the user it runs as must be able to enter.
  await chmod(folder, 0o755);
  const [port, storePort] = [await freePort(), await freePort()];
  const origin = `http://127.0.0.1:${port}`;
  const store = `http://bench:secret@127.0.0.1:${storePort}/poklik`;
  const shared = { HOST: '127.0.0.1', LOG_LEVEL: 'warn', DATA_DIR: join(folder, 'data') };
  const startFilling = () =>
    start(['node', PROGRAM], { env: { ...shared, ROLES: 'stats', STATS_LISTEN: store }, isGroup: true });
  let filling = startFilling();
  const program = start(['node', PROGRAM], {
    env: {
      ...shared,
      ROLES: 'api,worker,tracker',
      CLICKHOUSE_URL: store,
      PORT: String(port),
      PUBLIC_URL: origin,
      TRUSTED_PROXIES: '127.0.0.1',
    },
  });
  try {
    await waitFor(`${origin}/v1/health`);
    const { link } = await openAccount(origin);
    await waitFor(link);
    const ask = askStore(storePort);
    const look = lookInto(ask);
    while ((await look()).rows === 0) await sleep(LOOK_EVERY_MS);
    const paths = [new URL(link).pathname];
    await filling.end();
    await load(origin, paths, { seconds });
    const restarted = await catchUp({ link, look }, () => {
      filling = startFilling();
    });
    await rest(ask);
    filling.signal('SIGSTOP');
    await load(origin, paths, { seconds });
    const idle = await p99While(link, (sent) => sent >= IDLE_CLICKS);
    const busy = await besideLoops(() => p99While(link, (sent) => sent >= IDLE_CLICKS));
    const resumed = await catchUp({ link, look }, () => filling.signal('SIGCONT'));
    return rowsOf({ restarted, resumed, idle, busy });
  } finally {
    await program.end();
    filling.signal('SIGCONT');
    await filling.end();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** How many clicks the store holds and when the newest was made; none while it does not answer. */
const lookInto = (ask) => async () => {
  const answer = await ask('SELECT count(), toUnixTimestamp64Milli(max(at)) FROM clicks').catch(() => '0\t0');
  const [rows, newest] = answer.split('\t').map(Number);
  return { at: Date.now(), rows, newest };
};

/** From when the filling begins until the newest click is there, while visitors go on clicking. */
async function catchUp({ link, look }, begin) {
  const begunAt = Date.now();
  begin();
  let isCaughtUp = false;
  const p99 = p99While(link, () => isCaughtUp);
  let first;
  for (; ; await sleep(LOOK_EVERY_MS)) {
    const now = await look();
    if (now.rows === 0) continue;
    first ??= now;
    if (now.at - now.newest > CAUGHT_UP_MS) continue;
    isCaughtUp = true;
    const rows = now.rows - first.rows;
    return { rows, perSecond: (rows * 1_000) / (now.at - begunAt), p99: await p99 };
  }
}

/** What any work costs the visitors: every core is busy with nothing, at the lowest priority. */
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

async function p99While(link, isOver) {
  const clicks = clickSteadily(link, { perSecond: STEADY_PER_SECOND, isOver });
  await clicks.sent;
  if (clicks.errors() > 0) throw new Error(`${clicks.errors()} clicks were not answered`);
  const times = clicks.acknowledged.map(({ took }) => took).sort((one, other) => one - other);
  return times[Math.floor(times.length * 0.99)];
}

function rowsOf({ restarted, resumed, idle, busy }) {
  const limit = `before ${idle.toFixed(1)} ms, beside idle loops ${busy.toFixed(1)} ms`;
  return [
    {
      what: `clicks per second from the event log into the store, a backlog of ${resumed.rows}`,
      measured: `${Math.round(resumed.perSecond)}`,
      aim: `≥ ${AIMS.perSecond}`,
      holds: resumed.perSecond >= AIMS.perSecond,
    },
    {
      what: `p99 of redirects at ${STEADY_PER_SECOND}/s meanwhile`,
      measured: `${resumed.p99.toFixed(1)} ms`,
      limit,
      aim: `≤ ${AIMS.slower} ×`,
      holds: resumed.p99 <= AIMS.slower * idle,
    },
    {
      what: `the same from the start of the store on, a backlog of ${restarted.rows}`,
      measured: `${Math.round(restarted.perSecond)}`,
    },
    {
      what: 'p99 of redirects meanwhile',
      measured: `${restarted.p99.toFixed(1)} ms`,
      limit,
    },
  ];
}
