// Redirects on one tracking domain and on a thousand, and how soon a change of a domain is in force.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { load } from './load.mjs';
import { median } from './median.mjs';
import { freePort, start, statusOf, waitFor } from './processes.mjs';
import { LAST_PATH, openTrackingData, PATHS } from './tracking-data.mjs';

const PROGRAM = fileURLToPath(new URL('../../apps/server/dist/main.js', import.meta.url));
const DOMAINS = 1_000;
const CHANGES = 10;
const AIMS = { slower: 1.1, changeMs: 1_000 };
const PATIENCE_MS = 30_000;
const SERVER_CORE = 0;
const LOAD_CORE = 1;

const hostOf = (number) => `go${number}.shop.example`;
const HOSTS = Array.from({ length: DOMAINS }, (_, place) => hostOf(place + 1));

export async function measureDomains({ pairs, seconds }) {
  const data = await openTrackingData();
  const folder = await mkdtemp(join(tmpdir(), 'poklik-bench-domains-'));
  const client = new pg.Client({ connectionString: data.url });
  let tracker;
  try {
    await client.connect();
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    const env = {
      ...{ ROLES: 'tracker', HOST: '127.0.0.1', PORT: String(port), DATABASE_URL: data.url, DATA_DIR: folder },
      ...{ PUBLIC_URL: origin, TRACKING_ZONE: 'links.example', TRUSTED_PROXIES: '127.0.0.1', LOG_LEVEL: 'warn' },
    };
    tracker = start(['node', PROGRAM], { core: SERVER_CORE, env });
    await waitFor(`${origin}${LAST_PATH}`);
    const visit = (hosts) => load(origin, PATHS, { seconds, core: LOAD_CORE, hosts });
    const domains = changeDomains(client, `${origin}${PATHS[0]}`);
    await domains.setCount(DOMAINS);
    await visit(HOSTS);
    const measured = [];
    for (let pair = 0; pair < pairs; pair += 1) {
      await domains.setCount(1);
      const one = await visit(HOSTS.slice(0, 1));
      await domains.setCount(DOMAINS);
      measured.push({ one, many: await visit(HOSTS) });
    }
    const changes = [];
    for (let change = 0; change < CHANGES; change += 1) changes.push(await domains.timeSuspension(change + 1));
    return rowsOf(measured, changes);
  } finally {
    await tracker?.end();
    await client.end();
    await data.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Changes domains like the API does: rows and a notification for each. */
function changeDomains(client, link) {
  const change = async (sql, values) => {
    const { rows } = await client.query(`${sql} returning id`, values);
    await client.query("select pg_notify('domains_changed', id::text) from unnest($1::bigint[]) id", [
      rows.map(({ id }) => id),
    ]);
  };
  const until = async (number, status) => {
    const began = performance.now();
    while ((await statusOf(link, hostOf(number))) !== status) {
      if (performance.now() - began > PATIENCE_MS) throw new Error(`${hostOf(number)} does not answer ${status}`);
      await sleep(5);
    }
    return performance.now() - began;
  };
  return {
    async setCount(count) {
      await change(
        `insert into tracking_domains (account_id, host, kind, status, ownership_value)
         select 1, 'go' || n || '.shop.example', 'own', 'active', 'value' || n from generate_series(1, $1) n
         where not exists (select from tracking_domains where host = 'go' || n || '.shop.example' and removed_at is null)`,
        [count],
      );
      await change(
        `update tracking_domains set removed_at = now()
         where removed_at is null and substring(host, '^go(\\d+)')::int > $1`,
        [count],
      );
      await until(count, 302);
      if (count < DOMAINS) await until(DOMAINS, 421);
    },
    /** Milliseconds until a suspended domain answers so. */
    async timeSuspension(number) {
      await change(
        `update tracking_domains set status = 'suspended', suspended_reason = 'Bench'
         where removed_at is null and host = $1`,
        [hostOf(number)],
      );
      return until(number, 410);
    },
  };
}

function rowsOf(measured, changes) {
  const p99 = (name) => median(measured.map((pair) => pair[name].p99));
  const ratio = median(measured.map(({ one, many }) => many.p99 / one.p99));
  const errors = measured.reduce((sum, { one, many }) => sum + one.errors + many.errors, 0);
  const slowest = Math.max(...changes);
  return [
    {
      what: `p99 of redirects on ${DOMAINS} tracking domains (median of ${measured.length} pairs, ${errors} errors)`,
      measured: `${p99('many').toFixed(1)} ms = ${ratio.toFixed(2)} ×`,
      limit: `one domain ${p99('one').toFixed(1)} ms`,
      aim: `≤ ${AIMS.slower} ×`,
      holds: ratio <= AIMS.slower && errors === 0,
    },
    {
      what: `time until a suspended domain answers 410, among ${DOMAINS - CHANGES} others (slowest of ${CHANGES})`,
      measured: `${Math.round(slowest)} ms`,
      aim: `≤ ${AIMS.changeMs} ms`,
      holds: slowest <= AIMS.changeMs,
    },
  ];
}
