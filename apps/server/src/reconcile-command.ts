// `npm run reconcile` checks the ledger while the program runs. It changes nothing.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadConfig } from './config.ts';
import { reconcile } from './features/billing/ledger/reconcile.ts';
import { createLog } from './log.ts';
import { SUPERUSER } from './stores/embedded-postgres/cluster.ts';
import { findPostmaster } from './stores/embedded-postgres/postmaster.ts';
import { openPostgres } from './stores/postgres.ts';

const { databaseUrl, dataDir } = loadConfig();
const postgres = openPostgres(databaseUrl ?? (await findRunningDatabase()), createLog('error'));
try {
  const findings = await reconcile(postgres.db);
  for (const { rule, what } of findings) process.stdout.write(`${what}: violates "${rule}"\n`);
  process.stdout.write(findings.length === 0 ? 'The books add up.\n' : `${findings.length} findings.\n`);
  process.exitCode = findings.length === 0 ? 0 : 1;
} finally {
  await postgres.close();
}

/** The database of the program that runs on this data folder. */
async function findRunningDatabase(): Promise<string> {
  const postmaster = await findPostmaster(join(dataDir, 'postgres'));
  if (!postmaster) throw new Error(`Poklik is not running on ${dataDir}. Start it, or set DATABASE_URL.`);
  const password = (await readFile(join(dataDir, 'postgres-password'), 'utf8')).trim();
  return `postgres://${SUPERUSER}:${encodeURIComponent(password)}@127.0.0.1:${postmaster.port}/poklik`;
}
