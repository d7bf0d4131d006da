import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { findDifferences } from '@poklik/domain/statistics/reconcile';
import { readDailyTotals } from '../stats/daily-totals.ts';
import type { TestClickhouse } from './test-clickhouse.ts';

export interface CrashPlan {
  victims: 'writer' | 'stats' | 'both';
  rounds: number;
  /** Records to be acknowledged before each kill. */
  recordsPerRound: number;
}

export interface CrashOutcome {
  acknowledged: number;
  refused: number;
  rows: number;
  lost: number;
  twice: number;
  /** Days on which rollups and rows differ. */
  miscounted: number;
  /** Time from the last kill until all acknowledged records are in ClickHouse. */
  caughtUpMs: number;
}

const WRITER = fileURLToPath(new URL('processes/run-event-writer.ts', import.meta.url));
const TSX = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
const ID_BYTES_MIN = 14;
const PATIENCE_MS = 300_000;

/** Kills log writers, the engine with the ingest, or both under load, then compares acknowledged records with ClickHouse. */
export async function runCrashTest(clickhouse: TestClickhouse, plan: CrashPlan): Promise<CrashOutcome> {
  const { dataDir, client } = clickhouse;
  const acknowledgedPath = join(dataDir, 'acknowledged.txt');
  const refusedPath = join(dataDir, 'refused.txt');
  for (const path of [acknowledgedPath, refusedPath]) writeFileSync(path, '');

  const startWriter = (): ChildProcess => {
    const args = [join(dataDir, 'events'), acknowledgedPath, refusedPath, String(plan.recordsPerRound)];
    return spawn(process.execPath, ['--import', TSX, WRITER, ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
  };
  const killWriter = async (writer: ChildProcess) => {
    writer.kill('SIGKILL');
    if (writer.exitCode === null && writer.signalCode === null) await once(writer, 'exit');
  };

  let writer = startWriter();
  try {
    for (let round = 0; round < plan.rounds; round += 1) {
      const enough = statSync(acknowledgedPath).size + plan.recordsPerRound * (ID_BYTES_MIN + 2);
      await until(() => statSync(acknowledgedPath).size >= enough, 'the writer does not get on');
      if (plan.victims !== 'writer') await until(async () => (await client.ping()).success, 'the store stays away');
      await sleep(Math.random() * 400);
      if (plan.victims !== 'writer') clickhouse.kill();
      if (plan.victims !== 'stats') {
        await killWriter(writer);
        if (round < plan.rounds - 1) writer = startWriter();
      }
    }
  } finally {
    await killWriter(writer);
  }

  const killedAt = Date.now();
  const acknowledged = readFileSync(acknowledgedPath, 'utf8').split('\n').filter(Boolean);
  let ids: string[] = [];
  const missing = () => {
    const present = new Set(ids);
    return acknowledged.filter((id) => !present.has(id)).length;
  };
  await until(async () => {
    ids = await listIds(clickhouse);
    return missing() === 0;
  }).catch(() => undefined);
  const caughtUpMs = Date.now() - killedAt;
  let miscounted = 0;
  await until(async () => {
    const { rows, rollups: counted } = await readDailyTotals(client, 0);
    miscounted = findDifferences(rows, counted).length;
    return miscounted === 0;
  }).catch(() => undefined);
  return {
    acknowledged: acknowledged.length,
    refused: statSync(refusedPath).size,
    rows: ids.length,
    lost: missing(),
    twice: ids.length - new Set(ids).size,
    miscounted,
    caughtUpMs,
  };
}

async function listIds({ client }: TestClickhouse): Promise<string[]> {
  const answer = await client.query({ query: 'SELECT click_id FROM clicks', format: 'TabSeparated' });
  return (await answer.text()).split('\n').filter(Boolean);
}

/** Errors count as false, because ClickHouse is down at times. */
async function until(holds: () => boolean | Promise<boolean>, complaint = 'in vain'): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const isSo = await Promise.resolve()
      .then(holds)
      .catch(() => false);
    if (isSo) return;
    if (Date.now() > deadline) throw new Error(complaint);
    await sleep(50);
  }
}
