// Response time of the campaign list with thousands of campaigns, compared with a few.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { freePort, start, waitFor } from './processes.mjs';
import { askStore } from './store.mjs';
import { openPostgres } from './tracking-data.mjs';
import { openAccount } from './visitors.mjs';

const PROGRAM = fileURLToPath(new URL('../../apps/server/dist/main.js', import.meta.url));
const [FEW, MANY] = [50, 5_000];
const AIM_TIMES = 3;
const DAY_MS = 86_400_000;
const SORTS = { 'newest first': '', 'by name': '&sort=name', 'by clicks': '&sort=clicks' };

export async function measureCampaigns({ rounds }) {
  const folder = await mkdtemp(join(tmpdir(), 'poklik-bench-campaigns-'));
  // PostgreSQL does not run as root; its user must be able to read this folder.
  await chmod(folder, 0o755);
  const postgres = await openPostgres(folder);
  const [port, storePort] = [await freePort(), await freePort()];
  const origin = `http://127.0.0.1:${port}`;
  const store = `http://bench:secret@127.0.0.1:${storePort}/poklik`;
  const shared = { HOST: '127.0.0.1', LOG_LEVEL: 'warn' };
  const engine = start(['node', PROGRAM], {
    env: { ...shared, ROLES: 'stats', STATS_LISTEN: store, DATA_DIR: join(folder, 'stats') },
  });
  const program = start(['node', PROGRAM], {
    env: {
      ...shared,
      ROLES: 'api,worker',
      DATABASE_URL: postgres.url,
      CLICKHOUSE_URL: store,
      DATA_DIR: join(folder, 'program'),
      PORT: String(port),
      PUBLIC_URL: origin,
      LIMIT_USER_PER_MINUTE: '1000000',
    },
  });
  const client = new pg.Client({ connectionString: postgres.url });
  try {
    await waitFor(`${origin}/v1/health`);
    await client.connect();
    const ask = askStore(store);
    while (!Number(await ask("SELECT count() FROM system.tables WHERE name = 'figures_of_counted_events'")))
      await sleep(500);
    const few = await openAccount(origin, 'few@example.test');
    const many = await openAccount(origin, 'many@example.test');
    await fill(client, ask, few, FEW);
    await fill(client, ask, many, MANY);
    const rows = [];
    for (const [name, sort] of Object.entries(SORTS)) {
      const [ofFew, ofMany] = await timeLists([few, many], `/companies?per_page=20${sort}`, rounds);
      rows.push({
        what: `campaign list with ${MANY} campaigns, ${name}`,
        measured: `${ofMany.toFixed(0)} ms`,
        limit: `${ofFew.toFixed(0)} ms with ${FEW}`,
        aim: `≤ ${AIM_TIMES} ×`,
        holds: ofMany <= AIM_TIMES * ofFew,
      });
    }
    return rows;
  } finally {
    await client.end();
    await program.end();
    await engine.end();
    await postgres.end();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Adds campaigns to the existing one, each with one click a day for a week. */
async function fill(client, ask, { email, campaignId }, count) {
  const { rows } = await client.query(
    `insert into campaigns (account_id, key, name, status, settings, postback_key)
     select account_id, $2::bigint || '-' || n, 'Campaign ' || n, 'active', settings || jsonb_build_object('name', 'Campaign ' || n), 'key'
     from campaigns, generate_series(2, $3::int) n where id = $2::bigint and account_id = (select account_id from users where email = $1)
     returning id, account_id`,
    [email, campaignId, count],
  );
  // One statement assigned consecutive IDs.
  const first = Math.min(...rows.map(({ id }) => Number(id)));
  for (let day = 0; day < 7; day += 1) {
    await ask(`
      INSERT INTO clicks (click_id, at, account_id, campaign_id, seg, off)
      SELECT concat('c', toString(number), '-${day}'), fromUnixTimestamp64Milli(toInt64(${Date.now() - day * DAY_MS})),
        ${rows[0].account_id}, number, 'bench-${campaignId}-${day}', number FROM numbers(${first}, ${rows.length})`);
  }
}

/** The median time of each account, requested alternately. */
async function timeLists(accounts, path, rounds) {
  const times = accounts.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [place, account] of accounts.entries()) {
      const asked = performance.now();
      await account.get(path);
      times[place].push(performance.now() - asked);
    }
  }
  return times.map((all) => all.sort((one, next) => one - next)[Math.floor(all.length / 2)]);
}
