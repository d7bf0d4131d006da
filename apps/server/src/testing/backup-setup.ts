import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { sql } from 'drizzle-orm';
import { listBackupIds } from '../backup/list-backups.ts';
import { archiveLogs } from '../backup/log-archive.ts';
import { openTarget } from '../backup/targets/open-target.ts';
import { loadConfig } from '../config.ts';
import type { Database, Postgres } from '../stores/postgres.ts';
import { withRunningDatabase } from '../stores/running-database.ts';
import { campaigns } from '../stores/tables/campaigns.ts';
import { accounts } from '../stores/tables/users.ts';
import { type Answer, startProgram } from './processes/running-program.ts';
import { settingsOf, until } from './test-tracker.ts';

export const POKLIK = fileURLToPath(new URL('../../bin/poklik.mjs', import.meta.url));

export type BackupSetup = Awaited<ReturnType<typeof createBackupSetup>>;

const HALF_HOUR_MS = 1_800_000;
/** Clicks at the same time. */
const OPEN_MAX = 50;

interface SetupOptions {
  /** Databases instead of the embedded ones. */
  servers?: Record<'DATABASE_URL' | 'CLICKHOUSE_URL', string>;
  /** The program archives its logs itself. */
  isScheduled?: boolean;
  /** Where backups go, instead of a folder beside the data. */
  backupTo?: string;
}

interface AcknowledgedClick {
  id: string;
  at: number;
  convertedAt: number | undefined;
}

/** A running installation with a campaign `known`, and encrypted backups in a folder beside it. */
export async function createBackupSetup({ servers, isScheduled = false, backupTo }: SetupOptions = {}) {
  const place = await mkdtemp(join(tmpdir(), 'poklik-backup-'));
  await chmod(place, 0o711); // for PostgreSQL's own user
  const identity = await generateIdentity();
  await writeFile(join(place, 'key.txt'), `# a comment\n${identity}\n`);
  const env: Record<string, string> = {
    DATA_DIR: join(place, 'data'),
    BACKUP_TO: backupTo ?? join(place, 'backups'),
    // Not while a test runs, because only one backup is made at a time.
    BACKUP_AT: new Date(Date.now() + HALF_HOUR_MS).toISOString().slice(11, 16),
    BACKUP_RECIPIENT: await identityToRecipient(identity),
    BACKUP_IDENTITY: join(place, 'key.txt'),
    ...servers,
  };
  const { dataDir, backups } = loadConfig(env);
  const program = await startProgram(dataDir, { CLICKHOUSE_URL: '', ...servers, ...(isScheduled ? env : {}) });

  const withDatabase = <T>(work: (postgres: Postgres) => Promise<T>): Promise<T> =>
    withRunningDatabase(loadConfig({ DATA_DIR: dataDir, ...servers }), work);

  async function createCampaign(key: string): Promise<number> {
    const id = await withDatabase(({ db }) => insertCampaign(db, key));
    await until(async () => (await program.ask('GET', `/c/${key}`)).status === 302, 60_000);
    return id;
  }

  await createCampaign('known');
  await until(async () => (await program.ask('GET', '/v1/health')).status === 200, 120_000);
  async function click(key = 'known'): Promise<string> {
    const answer = await program.ask('GET', `/c/${key}`);
    if (answer.status !== 302 || answer.headers.has('x-poklik-recorded'))
      throw new Error(`a click was answered ${answer.status}, or not recorded`);
    return new URL(answer.headers.get('location') ?? '').searchParams.get('c') ?? '';
  }
  const postback = (clickId: string) => program.ask('GET', `/postback?cid=${clickId}&key=k&txid=${clickId}`);

  const run = (args: string[], settings: Record<string, string> = {}) => {
    const { PATH = '', HOME = '' } = process.env;
    return spawnSync(process.execPath, [POKLIK, ...args], {
      env: { PATH, HOME, ...env, ...settings },
      encoding: 'utf8',
    });
  };
  return {
    ...{ place, env, withDatabase, createCampaign, run },
    click,
    clickSteadily: (perSecond: number, converts?: (turn: number) => boolean) =>
      clickSteadily({ click, postback }, perSecond, converts),
    postback,
    /** Runs a command without blocking this process. */
    async runAside(args: string[], settings: Record<string, string> = {}) {
      const options = { ...process.env, ...env, ...settings };
      const command = spawn(process.execPath, [POKLIK, ...args], { env: options, stdio: 'pipe' });
      let output = '';
      for (const stream of [command.stdout, command.stderr]) stream.on('data', (chunk) => (output += chunk));
      const [code] = await once(command, 'close');
      return { code, output };
    },
    /** What the program does every minute. */
    archive(settings: Record<string, string> = {}) {
      const config = loadConfig({ ...env, ...settings });
      const target = openTarget(config.backups);
      return archiveLogs({ target, recipient: backups.recipient, dataDir, logDays: config.clicks.keepLogDays });
    },
    /** The ID of the latest backup. */
    latest: (): string =>
      listBackupIds(readdirSync(backups.to ?? '', { encoding: 'utf8', recursive: true })).at(-1) ?? '',
    async stop(): Promise<void> {
      await program.stop();
      await rm(place, { recursive: true, force: true });
    },
  };
}

async function insertCampaign(db: Database, key: string): Promise<number> {
  const [account] = await db.insert(accounts).values({}).returning();
  const { name, status, ...rest } = settingsOf({ default_url: 'https://shop.test/?c={click_id}' });
  const values = { accountId: account?.id ?? 0, key, name, status, postbackKey: 'k' };
  const [campaign] = await db
    .insert(campaigns)
    .values({ ...values, settings: { name, status, ...rest } })
    .returning();
  await db.execute(sql`select pg_notify('campaigns_changed', ${String(campaign?.id)})`);
  return campaign?.id ?? 0;
}

interface Visitor {
  click(): Promise<string>;
  postback(clickId: string): Promise<Answer>;
}

/** Clicks at a steady rate. Stopping it rejects if a click or postback was not acknowledged. */
function clickSteadily({ click, postback }: Visitor, perSecond: number, converts = (_turn: number) => false) {
  const acknowledged: AcknowledgedClick[] = [];
  const sent: Promise<void>[] = [];
  const send = async (turn: number) => {
    const id = await click();
    const at = Date.now();
    if (converts(turn) && (await postback(id)).status >= 300) throw new Error('a postback was not accepted');
    acknowledged.push({ id, at, convertedAt: converts(turn) ? Date.now() : undefined });
  };
  let open = 0;
  const timer = setInterval(() => {
    if (open >= OPEN_MAX) return; // the machine is too busy for that rate
    open += 1;
    const one = send(sent.length).finally(() => {
      open -= 1;
    });
    one.catch(() => undefined); // told when it is stopped
    sent.push(one);
  }, 1_000 / perSecond);
  return {
    acknowledged,
    async stop(): Promise<void> {
      clearInterval(timer);
      await Promise.all(sent);
    },
  };
}

export async function listFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  const paths = names.map((name) => join(folder, name));
  const files = await Promise.all(paths.map(async (path) => ((await stat(path)).isFile() ? [path] : [])));
  return files.flat();
}
