// What a backup costs visitors: redirects at a steady rate, without one and while full backups are made.
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { waitFor } from './processes.mjs';
import { startProgram } from './program.mjs';
import { clickSteadily, openAccount } from './visitors.mjs';

const POKLIK = fileURLToPath(new URL('../../apps/server/bin/poklik.mjs', import.meta.url));
const CLICKS_PER_SECOND = 200;
const AIM = 1.5;
const run = promisify(execFile);

export async function measureBackup({ pairs, seconds }) {
  const target = await mkdtemp(join(tmpdir(), 'poklik-bench-backup-'));
  const program = await startProgram();
  try {
    const { link } = await openAccount(program.origin);
    await waitFor(link);
    await click(link, seconds);
    const measured = [];
    let backups = 0;
    for (let pair = 0; pair < pairs; pair += 1) {
      const quiet = await click(link, seconds);
      let isOver = false;
      const making = (async () => {
        // Each into a place of its own, so that nothing is shared with an earlier one.
        for (; !isOver; backups += 1) await backUp(program.dataDir, join(target, String(backups)));
      })();
      const busy = await click(link, seconds);
      isOver = true;
      await making;
      measured.push({ quiet, busy });
    }
    return [rowOf(measured, backups)];
  } finally {
    await program.end();
    await rm(target, { recursive: true, force: true });
  }
}

async function click(link, seconds) {
  const clicks = clickSteadily(link, {
    perSecond: CLICKS_PER_SECOND,
    isOver: (sent) => sent >= seconds * CLICKS_PER_SECOND,
  });
  await clicks.sent;
  const sorted = clicks.acknowledged.map(({ took }) => took).toSorted((a, b) => a - b);
  return { p99: sorted[Math.floor(sorted.length * 0.99)], clicks: sorted.length, errors: clicks.errors() };
}

const backUp = (dataDir, to) =>
  run(process.execPath, [POKLIK, 'backup'], {
    env: { ...process.env, DATA_DIR: dataDir, BACKUP_TO: to },
  });

function rowOf(measured, backups) {
  const ratio = median(measured.map(({ quiet, busy }) => busy.p99 / quiet.p99));
  const errors = measured.reduce((sum, { quiet, busy }) => sum + quiet.errors + busy.errors, 0);
  const p99 = (name) => median(measured.map((pair) => pair[name].p99)).toFixed(1);
  return {
    what: `redirect p99 at ${CLICKS_PER_SECOND} clicks/s while ${backups} full backups are made one after another (${errors} errors)`,
    measured: `${p99('busy')} ms = ${ratio.toFixed(2)} ×`,
    limit: `without a backup ${p99('quiet')} ms`,
    aim: `≤ ${AIM} ×`,
    holds: ratio <= AIM && errors === 0,
  };
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];
