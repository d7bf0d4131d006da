// The questions of the statistics screen against a store full of clicks, and how small clicks are stored.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort, start, waitFor } from './processes.mjs';
import { askStore, rest } from './store.mjs';
import { openAccount } from './visitors.mjs';

const PROGRAM = fileURLToPath(new URL('../../apps/server/dist/main.js', import.meta.url));
const CAMPAIGNS = 100;
const DAYS = 90;
const ASKED_DAYS = 30;
const CLICKS_A_CONVERSION = 50;
const MILLION = 1_000_000;
const HELPING = 50_000;
const DAY_SECONDS = 86_400;
/** Umami with a million events of one site: summary, series, country and browser of thirty days, each alone. */
const PEER_MS = 602 + 454 + 432 + 637;
const AIMS = { togetherMs: 100, growth: 1.5, bytes: 100, timesFaster: 20 };

/**
 * `few` and `many` are numbers of clicks; the aims are meant for a million and ten million, and for a program that has
 * answered for a while: the first `early` rounds are told apart.
 */
export async function measureStatistics({ few, many, early, rounds }) {
  const folder = await mkdtemp(join(tmpdir(), 'poklik-bench-statistics-'));
  // PostgreSQL refuses to run as root; the user it runs as must be able to enter.
  await chmod(folder, 0o755);
  const [port, storePort] = [await freePort(), await freePort()];
  const origin = `http://127.0.0.1:${port}`;
  const store = `http://bench:secret@127.0.0.1:${storePort}/poklik`;
  const shared = { HOST: '127.0.0.1', LOG_LEVEL: 'warn', DATA_DIR: join(folder, 'data') };
  const engine = start(['node', PROGRAM], { env: { ...shared, ROLES: 'stats', STATS_LISTEN: store } });
  const program = start(['node', PROGRAM], {
    env: {
      ...shared,
      ROLES: 'api,worker',
      DATA_DIR: join(folder, 'program'),
      CLICKHOUSE_URL: store,
      PORT: String(port),
      PUBLIC_URL: origin,
      LIMIT_USER_PER_MINUTE: '1000000',
    },
  });
  try {
    await waitFor(`${origin}/v1/health`);
    const owner = await openAccount(origin);
    const ask = askStore(store);
    // What comes before the last view is there would not be counted.
    while (!Number(await ask("SELECT count() FROM system.tables WHERE name = 'figures_of_page_events'")))
      await sleep(500);
    await fill(ask, owner, few);
    const first = await timeQuestions(owner, early);
    const small = await timeQuestions(owner, rounds);
    await fill(ask, owner, many - few);
    const large = await timeQuestions(owner, rounds);
    const bytes = Number(
      await ask(`
        SELECT sum(bytes_on_disk) / sumIf(rows, table = 'clicks') FROM system.parts
        WHERE active AND table IN ('clicks', 'figures')`),
    );
    return rowsOf({ few, many, early, first, small, large, bytes });
  } finally {
    await program.end();
    await engine.end();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** As the columns of real clicks are filled: an id of eighty random bits, stated again in the address it was led to. */
const CLICK_COLUMNS = `click_id, at, account_id, campaign_id, version, rule, destination, is_bot, visitor, uniqueness_hours,
  ip, country, language, device, os, browser, user_agent, referrer_host, traffic_source, sub1, sub2, sub3, external_id,
  cost_micro, cost_currency, cost_model, draw, final_url, state, seg, off, is_unique`;

/** Made by the store itself, ten days at a time in helpings that the portable engine has memory for. */
async function fill(ask, owner, rows) {
  const STEP = 10;
  for (let from = DAYS; from > 0; from -= STEP) {
    let left = Math.round(rows / (DAYS / STEP));
    for (; left > 0; left -= HELPING) {
      await insert(ask, owner, { from, days: STEP, part: Math.min(left, HELPING), name: `${from}-${rows}-${left}` });
    }
  }
  // Clicks that came over ninety days have long been put together.
  await rest(ask);
  // The store does so by itself with figures that are an hour old (migration 5); here all of them are minutes old.
  await ask('OPTIMIZE TABLE figures FINAL');
  await rest(ask);
}

/** Clicks, and one conversion to fifty of them. */
async function insert(ask, { accountId, campaignId }, { from, days, part, name }) {
  const now = Math.floor(Date.now() / 1000);
  const moment = `toInt64((${now} - ${from} * ${DAY_SECONDS}) * 1000 + rand(2) % ${days * DAY_SECONDS * 1000})`;
  await ask(`
      INSERT INTO clicks (${CLICK_COLUMNS})
      WITH ${moment} AS ms, lower(concat(hex(ms), hex(rand64(1)), hex(toUInt16(rand(13))))) AS id
      SELECT id, fromUnixTimestamp64Milli(ms), ${accountId}, ${campaignId} + rand(3) % ${CAMPAIGNS}, 1, rand(14) % 3,
        rand(15) % 2, rand(4) % 30 = 0, rand64(5), 24, IPv4NumToString(rand(16)),
        ['UA', 'PL', 'DE', 'US', 'GB', 'FR', 'IT', 'ES'][1 + rand(6) % 8], ['uk', 'pl', 'de', 'en'][1 + rand(7) % 4],
        ['mobile', 'desktop', 'tablet'][1 + rand(8) % 3], ['android', 'ios', 'windows'][1 + rand(9) % 3],
        ['chrome', 'safari', 'firefox'][1 + rand(10) % 3],
        concat('Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/', toString(rand(17) % 400), '.0 Mobile Safari/537.36'),
        ['', 'l.facebook.com', 'news.example'][1 + rand(18) % 3], 'facebook', concat('banner-', toString(rand(11) % 20)),
        concat('place-', toString(rand(19) % 500)), '', '', 50000, 'USD', 'cpc', rand(20) % 1000000,
        concat('https://shop.example/landing?cid=', id, '&src=facebook'), 'open', 'bench-${name}', number,
        rand(12) % 4 > 0
      FROM numbers(${part})`);
  await ask(`
      INSERT INTO conversions (conversion_id, revision, sign, click_id, at, click_at, account_id, campaign_id, version,
        type, status, payout_micro, country, device, os, browser, change_id)
      WITH ${moment} AS ms
      SELECT hex(rand64(1)), 1, 1, hex(rand64(21)), fromUnixTimestamp64Milli(ms), fromUnixTimestamp64Milli(ms - 60000),
        ${accountId}, ${campaignId} + rand(3) % ${CAMPAIGNS}, 1, 'lead', ['approved', 'pending', 'rejected'][1 + rand(4) % 3],
        5000000, ['UA', 'PL', 'DE', 'US'][1 + rand(6) % 4], 'mobile', 'android', 'chrome', number
      FROM numbers(${Math.ceil(part / CLICKS_A_CONVERSION)})`);
}

/** What the screen requests for one campaign: metrics with their chart, countries and devices, all at the same time. */
async function timeQuestions({ get, campaignId }, rounds) {
  const day = (ago) => new Date(Date.now() - ago * DAY_SECONDS * 1000).toISOString().slice(0, 10);
  const period = `company_id=${campaignId}&start_date=${day(ASKED_DAYS)}&end_date=${day(1)}&timezone=UTC`;
  const times = [];
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now();
    const [all] = await Promise.all([
      get(`/statistics?${period}`),
      get(`/statistics?${period}&interval=none&group_by=country`),
      get(`/statistics?${period}&interval=none&group_by=device`),
    ]);
    if (all.data.summary.clicks === 0) throw new Error('there is nothing to count');
    times.push(performance.now() - started);
  }
  times.sort((one, other) => one - other);
  return { median: times[times.length >> 1], p95: times[Math.ceil(times.length * 0.95) - 1] };
}

function rowsOf({ few, many, early, first, small, large, bytes }) {
  const millions = (rows) => `${rows / MILLION} M`;
  const growth = large.median / small.median;
  return [
    {
      what: `summary, series, countries and devices of one of ${CAMPAIGNS} campaigns over ${ASKED_DAYS} days, of ${millions(many)} clicks, p95`,
      measured: `${large.p95.toFixed(0)} ms`,
      limit: `median ${large.median.toFixed(0)} ms`,
      aim: `≤ ${AIMS.togetherMs} ms`,
      holds: large.p95 <= AIMS.togetherMs,
    },
    {
      what: `the same with ${millions(many)} beside ${millions(few)}`,
      measured: `${growth.toFixed(2)} ×`,
      limit: `${small.median.toFixed(0)} ms`,
      aim: `≤ ${AIMS.growth} ×`,
      holds: growth <= AIMS.growth,
    },
    {
      what: `the same of ${millions(few)} beside Umami with 1 M (its published medians, one after the other)`,
      measured: `${(PEER_MS / small.median).toFixed(0)} × faster`,
      limit: `${PEER_MS} ms`,
      aim: `≥ ${AIMS.timesFaster} ×`,
      holds: PEER_MS / small.median >= AIMS.timesFaster,
    },
    {
      what: `the same of ${millions(few)}, the first ${early} times that it was ever asked, p95`,
      measured: `${first.p95.toFixed(0)} ms`,
      limit: `median ${first.median.toFixed(0)} ms`,
    },
    {
      what: 'bytes on disk per click, including its metrics',
      measured: bytes.toFixed(1),
      aim: `≤ ${AIMS.bytes}`,
      holds: bytes <= AIMS.bytes,
    },
  ];
}
