import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { sql } from 'drizzle-orm';
import { loadConfig } from '../config.ts';
import { createLog } from '../log.ts';
import { startEmbeddedPostgres } from '../stores/embedded-postgres.ts';
import { type Database, openPostgres, type Postgres } from '../stores/postgres.ts';
import { withRunningDatabase } from '../stores/running-database.ts';
import { campaigns } from '../stores/tables/campaigns.ts';
import { accounts } from '../stores/tables/users.ts';
import { startProgram } from './processes/running-program.ts';
import { launchClickhouse, quietClient } from './test-clickhouse.ts';
import { settingsOf, until } from './test-tracker.ts';

export const POKLIK = fileURLToPath(new URL('../../bin/poklik.mjs', import.meta.url));

export type BackupSetup = Awaited<ReturnType<typeof createBackupSetup>>;

/** A running installation with a campaign `known`, and encrypted backups in a folder beside it. */
export async function createBackupSetup() {
  const place = await mkdtemp(join(tmpdir(), 'poklik-backup-'));
  await chmod(place, 0o711); // for PostgreSQL's own user
  const identity = await generateIdentity();
  await writeFile(join(place, 'key.txt'), `# a comment\n${identity}\n`);
  const env: Record<string, string> = {
    DATA_DIR: join(place, 'data'),
    BACKUP_TO: join(place, 'backups'),
    BACKUP_RECIPIENT: await identityToRecipient(identity),
    BACKUP_IDENTITY: join(place, 'key.txt'),
  };
  const program = await startProgram(join(place, 'data'), { CLICKHOUSE_URL: '' });

  const withDatabase = <T>(work: (postgres: Postgres) => Promise<T>): Promise<T> =>
    withRunningDatabase(loadConfig({ DATA_DIR: join(place, 'data') }), work);

  async function createCampaign(key: string): Promise<number> {
    const id = await withDatabase(async ({ db }) => {
      const [account] = await db.insert(accounts).values({}).returning();
      const { name, status, ...rest } = settingsOf({ default_url: 'https://shop.test/?c={click_id}' });
      const values = { accountId: account?.id ?? 0, key, name, status, postbackKey: 'k' };
      const [campaign] = await db
        .insert(campaigns)
        .values({ ...values, settings: { name, status, ...rest } })
        .returning();
      await db.execute(sql`select pg_notify('campaigns_changed', '1')`);
      return campaign?.id ?? 0;
    });
    await until(async () => (await program.ask('GET', `/c/${key}`)).status === 302, 60_000);
    return id;
  }

  await createCampaign('known');
  const run = (args: string[], settings: Record<string, string> = {}) => {
    const { PATH = '', HOME = '' } = process.env;
    return spawnSync(process.execPath, [POKLIK, ...args], {
      env: { PATH, HOME, ...env, ...settings },
      encoding: 'utf8',
    });
  };
  return {
    ...{ place, env, withDatabase, createCampaign, run },
    /** The ID of an acknowledged click. */
    async click(key = 'known'): Promise<string> {
      const answer = await program.ask('GET', `/c/${key}`);
      if (answer.status !== 302) throw new Error(`a click was answered ${answer.status}`);
      return new URL(answer.headers.get('location') ?? '').searchParams.get('c') ?? '';
    },
    postback: (clickId: string) => program.ask('GET', `/postback?cid=${clickId}&key=k&txid=${clickId}`),
    /** Runs a command without blocking this process. */
    async runAside(args: string[], settings: Record<string, string> = {}) {
      const options = { ...process.env, ...env, ...settings };
      const command = spawn(process.execPath, [POKLIK, ...args], { env: options, stdio: 'pipe' });
      let output = '';
      for (const stream of [command.stdout, command.stderr]) stream.on('data', (chunk) => (output += chunk));
      const [code] = await once(command, 'close');
      return { code, output };
    },
    /** The ID of the latest backup. */
    latest: (): string => run(['backups']).stdout.trim().split('\n').at(-1)?.split(' ')[0] ?? '',
    async stop(): Promise<void> {
      await program.stop();
      await rm(place, { recursive: true, force: true });
    },
  };
}

/** IDs of the clicks in a restored data folder. */
export async function listRestoredClicks(dataDir: string): Promise<string[]> {
  const restarted = await launchClickhouse(dataDir);
  const client = quietClient(restarted.address);
  try {
    await until(async () => (await client.ping()).success, 60_000);
    const answer = await client.query({ query: 'SELECT click_id FROM clicks', format: 'TabSeparated' });
    return (await answer.text()).split('\n').filter(Boolean);
  } finally {
    await client.close();
    await restarted.stop();
  }
}

/** Starts PostgreSQL in a restored data folder. */
export async function withRestoredPostgres<T>(dataDir: string, work: (db: Database) => Promise<T>): Promise<T> {
  const log = createLog('silent');
  const restarted = await startEmbeddedPostgres({ dataDir, log });
  const postgres = openPostgres(restarted.url, log);
  try {
    return await work(postgres.db);
  } finally {
    await postgres.close();
    await restarted.stop();
  }
}

export async function listFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  const paths = names.map((name) => join(folder, name));
  const files = await Promise.all(paths.map(async (path) => ((await stat(path)).isFile() ? [path] : [])));
  return files.flat();
}
