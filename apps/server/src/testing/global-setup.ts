import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../stores/embedded-postgres.ts';
import { hasEngine } from './processes/has-engine.ts';
import { launchEngine } from './test-clickhouse.ts';
import { createTemplateDatabase } from './test-database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresAdminUrl: string;
    clickhouseUrl: string;
  }
}

/** The project of the tests that need no ClickHouse. */
const WITHOUT_CLICKHOUSE = 'server-isolated';

const BUILD = fileURLToPath(new URL('../../../../scripts/build.mjs', import.meta.url));

/** One PostgreSQL and one ClickHouse for all test files; each file creates its own databases in them. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  await promisify(execFile)(process.execPath, [BUILD, 'apps/server']);
  const dataDir = await mkdtemp(join(tmpdir(), 'poklik-test-'));
  // Not awaited, because most files do not use it.
  const isUsed = project.name !== WITHOUT_CLICKHOUSE && (await hasEngine());
  const clickhouse = isUsed ? await launchEngine(join(dataDir, 'statistics')) : undefined;
  const postgres = await startEmbeddedPostgres({ dataDir, log: pino({ level: 'warn' }), durable: false });
  await createTemplateDatabase(postgres.adminUrl);
  project.provide('postgresAdminUrl', postgres.adminUrl);
  project.provide('clickhouseUrl', clickhouse?.url ?? '');
  return async () => {
    await Promise.all([postgres.stop(), clickhouse?.stop()]);
    await rm(dataDir, { recursive: true, force: true });
  };
}
