import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { startEmbeddedPostgres } from '../stores/embedded-postgres.ts';

export interface PreparedCluster {
  /** Copies a stopped PostgreSQL with an empty database into the data folder. */
  copyTo(dataDir: string): Promise<void>;
  remove(): Promise<void>;
}

/** Created once and copied, because creating a cluster takes longer than most tests. */
export async function prepareCluster(): Promise<PreparedCluster> {
  const template = await mkdtemp(join(tmpdir(), 'poklik-cluster-'));
  const postgres = await startEmbeddedPostgres({ dataDir: template, log: pino({ level: 'silent' }), durable: false });
  await postgres.stop();
  return {
    // Keeps the owner of the files, which is not the user that runs the tests.
    copyTo: async (dataDir) => void (await promisify(execFile)('cp', ['-a', `${template}/.`, dataDir])),
    remove: () => rm(template, { recursive: true, force: true }),
  };
}
