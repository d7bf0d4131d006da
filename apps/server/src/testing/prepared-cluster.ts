import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { startEmbeddedPostgres } from '../stores/embedded-postgres.ts';

export interface PreparedCluster {
  /** Fills an empty data folder with a stopped PostgreSQL that has its database and no tables. */
  copyTo(dataDir: string): Promise<void>;
  remove(): Promise<void>;
}

/** Made once and copied: making a new one takes longer than most of what tests do with it. */
export async function prepareCluster(): Promise<PreparedCluster> {
  const template = await mkdtemp(join(tmpdir(), 'poklik-cluster-'));
  const postgres = await startEmbeddedPostgres({ dataDir: template, log: pino({ level: 'silent' }), durable: false });
  await postgres.stop();
  return {
    // With its owner, who is not the user that runs the tests.
    copyTo: async (dataDir) => void (await promisify(execFile)('cp', ['-a', `${template}/.`, dataDir])),
    remove: () => rm(template, { recursive: true, force: true }),
  };
}
