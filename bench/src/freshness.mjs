// How soon a click appears in reports, at a steady thousand clicks per second.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort, start, waitFor } from './processes.mjs';
import { clickSteadily, openAccount } from './visitors.mjs';

const PROGRAM = fileURLToPath(new URL('../../apps/server/dist/main.js', import.meta.url));
const CLICKS_PER_SECOND = 1_000;
const ASK_EVERY_MS = 50;
const AIM_MS = 2_000;
/** The WebAssembly engine is compiled while it runs, so its first seconds are not typical. */
const WARM_UP_SECONDS = 10;
const CATCH_UP_MS = 60_000;

export async function measureFreshness({ seconds }) {
  const folder = await mkdtemp(join(tmpdir(), 'poklik-bench-freshness-'));
  // PostgreSQL does not run as root; its user must be able to read this folder.
  await chmod(folder, 0o755);
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const env = {
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: origin,
    DATA_DIR: join(folder, 'data'),
    LIMIT_USER_PER_MINUTE: '1000000',
    LOG_LEVEL: 'warn',
  };
  const program = start(['node', PROGRAM], { env });
  try {
    await waitFor(`${origin}/v1/health`);
    const owner = await openAccount(origin);
    await waitFor(owner.link);
    await watch(owner, WARM_UP_SECONDS);
    return [rowOf(await watch(owner, seconds))];
  } finally {
    await program.end();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Number of clicks in the owner's statistics; waits until they are available. */
async function seenBy({ get, campaignId }) {
  for (;;) {
    const { stats } = (await get(`/companies/${campaignId}`)).data;
    if (stats !== null) return stats.clicks;
    await sleep(ASK_EVERY_MS);
  }
}

/** Sends clicks at a steady rate while the owner polls the statistics. */
async function watch(owner, seconds) {
  const before = await seenBy(owner);
  const clicks = clickSteadily(owner.link, {
    perSecond: CLICKS_PER_SECOND,
    isOver: (sent) => sent >= seconds * CLICKS_PER_SECOND,
  });
  const looks = [];
  const asked = [];
  let isSent = false;
  void clicks.sent.then(() => {
    isSent = true;
  });
  const deadline = performance.now() + seconds * 1_000 + CATCH_UP_MS;
  for (let count = 0; performance.now() < deadline; await sleep(ASK_EVERY_MS)) {
    const from = performance.now();
    count = (await seenBy(owner)) - before;
    looks.push({ at: performance.now(), count });
    asked.push(looks.at(-1).at - from);
    if (isSent && count >= clicks.acknowledged.length) break;
  }
  return { acknowledged: clicks.acknowledged, errors: clicks.errors(), looks, asked };
}

/** The n-th acknowledged click is visible at the first poll that counts n. */
function rowOf({ acknowledged, errors, looks, asked }) {
  let look = 0;
  const waits = acknowledged.map(({ at }, place) => {
    while (look < looks.length && looks[look].count <= place) look += 1;
    return look < looks.length ? Math.max(0, looks[look].at - at) : Number.POSITIVE_INFINITY;
  });
  const sorted = waits.toSorted((a, b) => a - b);
  const [p50, worst] = [sorted[sorted.length >> 1], sorted.at(-1)];
  const asking = asked.toSorted((a, b) => a - b)[asked.length >> 1];
  const span = (acknowledged.at(-1).at - acknowledged[0].at) / 1_000;
  const pace = Math.round(acknowledged.length / span);
  return {
    what: `time until a click appears in statistics, ${acknowledged.length} clicks at ${pace}/s (${errors} errors) after ${WARM_UP_SECONDS} s of warm-up, p50 / max`,
    measured: `${Math.round(p50)} / ${Math.round(worst)} ms`,
    limit: `request alone ${Math.round(asking)} ms`,
    aim: `max < ${AIM_MS} ms`,
    holds: worst < AIM_MS && errors === 0,
  };
}
