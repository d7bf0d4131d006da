// A PostgreSQL database with the campaigns and blocklist entries of a large installation.
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { start } from './processes.mjs';

const SERVER = fileURLToPath(new URL('../../apps/server', import.meta.url));
const ACCOUNTS = 10;
const CAMPAIGNS_OF_ACCOUNT = 1_000;
const ENTRIES_OF_ACCOUNT = 10_000;

export const DATA_TEXT = `${ACCOUNTS * CAMPAIGNS_OF_ACCOUNT} campaigns with 10 rules, ${ACCOUNTS * ENTRIES_OF_ACCOUNT} blocklist entries`;

/** Works only once a tracker has loaded all campaigns. */
export const LAST_PATH = `/c/bench${ACCOUNTS * CAMPAIGNS_OF_ACCOUNT}`;

/** The clicked link: its campaign has ten rules, and its account has ten thousand blocklist entries. */
export const PATHS = ['/c/bench1'];

export async function openTrackingData() {
  const folder = await mkdtemp(join(tmpdir(), 'poklik-bench-'));
  await chmod(folder, 0o711);
  const postgres = await openPostgres(folder);
  const { url } = postgres;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await migrate(client);
  await fill(client);
  await client.end();
  return {
    url,
    folder,
    async close() {
      await postgres.end();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Starts an empty PostgreSQL in a folder. */
export async function openPostgres(folder) {
  const program = ['node', '--import', 'tsx', join(SERVER, 'src/testing/processes/run-embedded-postgres.ts'), folder];
  const postgres = start(program, { stdout: 'pipe', cwd: SERVER });
  return { url: await firstWord(postgres.child.stdout, 'ready '), end: postgres.end };
}

async function firstWord(stream, start) {
  for await (const line of createInterface({ input: stream })) {
    if (line.startsWith(start)) return line.slice(start.length);
    throw new Error(`unexpected output of PostgreSQL: ${line}`);
  }
  throw new Error('PostgreSQL did not start');
}

async function migrate(client) {
  const folder = join(SERVER, 'src/stores/migrations/postgres');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  for (const name of names) {
    const text = await readFile(join(folder, name), 'utf8');
    for (const statement of text.split('--> statement-breakpoint')) await client.query(statement);
  }
}

async function fill(client) {
  await client.query('INSERT INTO accounts (id) OVERRIDING SYSTEM VALUE SELECT generate_series(1, $1)', [ACCOUNTS]);
  await client.query(
    `INSERT INTO campaigns (account_id, key, name, status, settings, postback_key)
     SELECT (n - 1) / $1 + 1, 'bench' || n, 'Campaign ' || n, 'active', $2::jsonb, 'key' FROM generate_series(1, $3) n`,
    [CAMPAIGNS_OF_ACCOUNT, JSON.stringify(SETTINGS), ACCOUNTS * CAMPAIGNS_OF_ACCOUNT],
  );
  // Separate IP addresses and networks, none of which match a measured click.
  await client.query(
    `INSERT INTO black_list_entries (account_id, range, action)
     SELECT account, CASE WHEN n % 10 = 0 THEN set_masklen(('100.64.0.0'::inet + n * 256)::cidr, 24)
                          WHEN n % 10 = 1 THEN set_masklen(('2001:db8::'::inet + n::bigint * 65536)::cidr, 112)
                          ELSE ('198.18.0.0'::inet + n * 7)::cidr END,
            CASE WHEN n % 4 = 0 THEN 'block' ELSE 'exclude' END
     FROM generate_series(1, $1) account, generate_series(1, $2) n`,
    [ACCOUNTS, ENTRIES_OF_ACCOUNT],
  );
}

const destinations = (name) =>
  [60, 30, 10].map((weight, place) => ({
    name: `${name} ${place + 1}`,
    url: `https://shop-${place + 1}.example/${name}?click={click_id}&country={country}&banner={sub1}`,
    weight,
    active: true,
  }));

const rule = (name, ...conditions) => ({
  name,
  active: true,
  match: 'all',
  conditions: conditions.map(([dimension, operator, ...values]) => ({ dimension, operator, values })),
  destinations: destinations(name),
});

const SETTINGS = {
  name: 'Campaign',
  status: 'active',
  traffic_source: 'google',
  default_url: 'https://default.example/?click={click_id}',
  destinations: destinations('rest'),
  rules: [
    rule('one', ['country', 'in', 'UA', 'PL', 'CZ', 'SK', 'RO', 'HU'], ['device', 'in', 'tablet']),
    rule('two', ['country', 'in', 'KZ', 'GE', 'AM', 'AZ'], ['os', 'in', 'android']),
    rule('three', ['language', 'in', 'ja', 'ko', 'zh'], ['browser', 'not_in', 'uc']),
    rule('four', ['device', 'in', 'tv']),
    rule('five', ['country', 'in', 'NZ', 'AU', 'ZA'], ['os', 'in', 'ios', 'macos']),
    rule('six', ['browser', 'in', 'facebook', 'instagram', 'tiktok', 'telegram']),
    rule('seven', ['schedule', 'in', '6 00:00-24:00', '7 00:00-24:00'], ['language', 'in', 'pt']),
    rule('eight', ['country', 'not_in', 'US', 'DE', 'GB', 'FR', 'CN', 'BR'], ['os', 'in', 'chromeos']),
    rule('nine', ['country', 'in', 'US', 'CN', 'JP'], ['device', 'in', 'desktop']),
    rule('ten', ['language', 'in', 'de', 'uk', 'fr'], ['device', 'in', 'mobile']),
  ],
  paused_fallback: 'default_url',
  cost_model: 'cpc',
  cost_value: '0.05',
  cost_currency: 'USD',
  cost_param: null,
  default_payout: '0',
  payout_currency: 'USD',
  attribution_days: 30,
  uniqueness_hours: 24,
  sticky: false,
  dedupe_mode: 'ignore',
  forward_query: false,
  params: [],
  external_id_param: 'gclid',
  outgoing_postbacks: [],
  tags: [],
  notes: '',
  timezone: 'Europe/Kyiv',
  start_at: null,
  end_at: null,
  daily_cap: null,
};
