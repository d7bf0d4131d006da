// What redirects notice of an API that answers nothing for five seconds, because it is stopped or because it computes.
import { setTimeout as sleep } from 'node:timers/promises';
import { median } from './median.mjs';
import { start, waitFor } from './processes.mjs';
import { startProgram } from './program.mjs';
import { clickSteadily, openAccount } from './visitors.mjs';

const BLOCKED_SECONDS = 5;
const CLICKS_PER_SECOND = 300;
const AIM = 1.2;
/** The nice value of the API. */
const API_PRIORITY = '5';

export async function measureBlockedApi({ pairs }) {
  const program = await startProgram({ TRACKERS: '2' });
  try {
    const { link } = await openAccount(program.origin);
    await waitFor(link);
    await visit(link);
    const measured = [];
    for (let pair = 0; pair < pairs; pair += 1) {
      const rest = await visit(link);
      const stopped = await withBlockedApi(program, () => visit(link));
      await sleep(1_000);
      const computing = await withBlockedApi(program, () => besideLoop(() => visit(link)));
      await sleep(1_000);
      measured.push({ rest, stopped, computing });
    }
    return [rowOf('stopped', measured), rowOf('computing', measured)];
  } finally {
    await program.end();
  }
}

async function withBlockedApi({ pid }, measure) {
  process.kill(pid, 'SIGSTOP');
  try {
    return await measure();
  } finally {
    process.kill(pid, 'SIGCONT');
  }
}

/** A loop that takes the processor like an API that computes. */
async function besideLoop(measure) {
  const loop = start(['nice', '-n', API_PRIORITY, 'node', '-e', 'for (;;);']);
  try {
    return await measure();
  } finally {
    loop.signal('SIGKILL');
  }
}

/** Redirects for as long as the API is blocked. */
async function visit(link) {
  const sum = BLOCKED_SECONDS * CLICKS_PER_SECOND;
  const clicks = clickSteadily(link, { perSecond: CLICKS_PER_SECOND, isOver: (sent) => sent >= sum });
  await clicks.sent;
  const times = clicks.acknowledged.map(({ took }) => took).sort((one, other) => one - other);
  return { p99: times[Math.floor(times.length * 0.99)], errors: clicks.errors() };
}

function rowOf(state, measured) {
  const ratio = median(measured.map((pair) => pair[state].p99 / pair.rest.p99));
  const p99 = (name) => median(measured.map((pair) => pair[name].p99)).toFixed(1);
  const errors = measured.reduce((sum, pair) => sum + pair[state].errors, 0);
  return {
    what: `p99 of redirects at ${CLICKS_PER_SECOND}/s while the API is ${state} for ${BLOCKED_SECONDS} s (median of ${measured.length} pairs, ${errors} errors)`,
    measured: `${p99(state)} ms = ${ratio.toFixed(2)} ×`,
    limit: `before ${p99('rest')} ms`,
    aim: `≤ ${AIM} ×`,
    holds: ratio <= AIM && errors === 0,
  };
}
