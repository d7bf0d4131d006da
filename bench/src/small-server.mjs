// A whole installation in two gigabytes of memory, with visitors and a customer who looks at all screens.
import { setTimeout as sleep } from 'node:timers/promises';
import { limitMemory } from './memory-limit.mjs';
import { waitFor } from './processes.mjs';
import { startProgram } from './program.mjs';
import { clickSteadily, openAccount } from './visitors.mjs';

const MEGABYTES = 2_048;
const CLICKS_PER_SECOND = 50;
const LOOK_EVERY_MS = 1_000;
const what = (seconds) =>
  `a whole installation in ${MEGABYTES} MB for ${seconds} s, ${CLICKS_PER_SECOND} clicks/s, screens in use`;

export async function measureSmallServer({ seconds }) {
  const group = limitMemory(MEGABYTES);
  if (group === undefined) return [{ what: what(seconds), measured: 'not measured: no control groups' }];
  try {
    const program = await startProgram({}, { group: group.processes });
    try {
      return [await runFor(seconds, program, group)];
    } finally {
      await program.end();
    }
  } finally {
    await group.remove();
  }
}

async function runFor(seconds, program, group) {
  const owner = await openAccount(program.origin);
  await waitFor(owner.link);
  const end = performance.now() + seconds * 1_000;
  const clicks = clickSteadily(owner.link, { perSecond: CLICKS_PER_SECOND, isOver: () => performance.now() > end });
  const screens = await lookUntil(end, owner);
  await clicks.sent;
  const failed = clicks.errors() + screens.failed;
  return {
    what: `${what(seconds)}: memory of all processes, at most`,
    measured: `${Math.round(group.peakMb())} MB, ${group.kills()} killed`,
    limit: `${clicks.acknowledged.length} clicks, ${screens.seen} screens, ${failed} failed`,
    aim: 'none killed or failed',
    holds: group.kills() === 0 && failed === 0,
  };
}

/** What the screens of a customer ask for, one after another. */
async function lookUntil(end, { get, campaignId }) {
  const today = new Date().toISOString().slice(0, 10);
  const period = `company_id=${campaignId}&start_date=${today}&end_date=${today}`;
  const screens = [
    ['/companies?per_page=20', '/profile', '/notifications'],
    [`/companies/${campaignId}`, '/clicks?per_page=50'],
    [`/statistics?${period}`, `/statistics?${period}&interval=none&group_by=country`],
    ['/conversions?per_page=50', '/networks', '/domains'],
  ];
  const counts = { seen: 0, failed: 0 };
  for (let turn = 0; performance.now() < end; turn += 1, await sleep(LOOK_EVERY_MS)) {
    try {
      await Promise.all(screens[turn % screens.length].map(get));
      counts.seen += 1;
    } catch (error) {
      counts.failed += 1;
      process.stderr.write(`${error.message}\n`);
    }
  }
  return counts;
}
