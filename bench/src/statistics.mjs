// The questions of the statistics screen against a store full of clicks, and how fast and how small clicks are stored.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort, start, waitFor } from './processes.mjs';

const PROGRAM = fileURLToPath(new URL('../../apps/server/dist/main.js', import.meta.url));
const CAMPAIGNS = 100;
const DAYS = 90;
const ASKED_DAYS = 30;
const BATCH_ROWS = 50_000;
const MILLION = 1_000_000;
const DAY_SECONDS = 86_400;
const PERSON = { email: 'bench@example.test', password: 'a long enough passphrase' };
/** Umami with a million events of one site: summary, series, country and browser of thirty days, each alone. */
const PEER_MS = 602 + 454 + 432 + 637;
const AIMS = { togetherMs: 100, growth: 1.5, ingest: 100_000, bytes: 100, timesFaster: 20 };

/** `few` and `many` are numbers of clicks; the aims are meant for a million and ten million. */
export async function measureStatistics({ few, many, rounds }) {
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
    const ask = askStore(storePort);
    await fill(ask, owner, few);
    const small = await timeQuestions(owner, rounds);
    await fill(ask, owner, many - few);
    const large = await timeQuestions(owner, rounds);
    const bytes = Number(
      await ask("SELECT sum(bytes_on_disk) / sum(rows) FROM system.parts WHERE active AND table = 'clicks'"),
    );
    const perSecond = await timeIngest(ask, owner);
    return rowsOf({ few, many, small, large, bytes, perSecond });
  } finally {
    await program.end();
    await engine.end();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function openAccount(origin) {
  const call = async (method, path, { token, body } = {}) => {
    const answer = await fetch(`${origin}/v1${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
    return answer.json();
  };
  const { email, password } = PERSON;
  await call('POST', '/register', { body: { email, password, password_confirmation: password, accept_terms: true } });
  const { token } = await call('POST', '/login', { body: { email, password } });
  const { data } = await call('POST', '/companies', {
    token,
    body: { name: 'Bench', default_url: 'https://a.example' },
  });
  // The first who ever signed up.
  return { campaignId: data.id, accountId: 1, get: (path) => call('GET', path, { token }) };
}

const askStore =
  (port) =>
  async (query, body = '') => {
    const address = new URL(`http://127.0.0.1:${port}/`);
    address.searchParams.set('database', 'poklik');
    address.searchParams.set('query', query);
    const authorization = `Basic ${Buffer.from('bench:secret').toString('base64')}`;
    const answer = await fetch(address, { method: 'POST', headers: { authorization }, body });
    const text = await answer.text();
    if (!answer.ok) throw new Error(text);
    return text;
  };

/** Made by the store itself, month by month as the ingest sends them. */
async function fill(ask, { accountId, campaignId }, rows) {
  const now = Math.floor(Date.now() / 1000);
  const STEP = 10;
  for (let from = DAYS; from > 0; from -= STEP) {
    const part = Math.round(rows / (DAYS / STEP));
    await ask(`
      INSERT INTO clicks (click_id, at, account_id, campaign_id, version, is_bot, visitor, uniqueness_hours, country,
        language, device, os, browser, traffic_source, sub1, cost_micro, cost_currency, cost_model, state, seg, off, is_unique)
      SELECT hex(rand64(1)), fromUnixTimestamp64Milli(toInt64((${now} - ${from} * ${DAY_SECONDS}) * 1000 + rand(2) % ${STEP * DAY_SECONDS * 1000})),
        ${accountId}, ${campaignId} + rand(3) % ${CAMPAIGNS}, 1, rand(4) % 30 = 0, rand64(5), 24,
        ['UA', 'PL', 'DE', 'US', 'GB', 'FR', 'IT', 'ES'][1 + rand(6) % 8], ['uk', 'pl', 'de', 'en'][1 + rand(7) % 4],
        ['mobile', 'desktop', 'tablet'][1 + rand(8) % 3], ['android', 'ios', 'windows'][1 + rand(9) % 3],
        ['chrome', 'safari', 'firefox'][1 + rand(10) % 3], 'facebook', concat('banner-', toString(rand(11) % 20)),
        50000, 'USD', 'cpc', 'open', 'bench-${from}-${rows}', number, rand(12) % 4 > 0
      FROM numbers(${part})`);
  }
}

/** What the screen asks about one campaign: figures with their course, countries and devices, all at the same time. */
async function timeQuestions({ get, campaignId }, rounds) {
  const day = (ago) => new Date(Date.now() - ago * DAY_SECONDS * 1000).toISOString().slice(0, 10);
  const period = `company_id=${campaignId}&start_date=${day(ASKED_DAYS)}&end_date=${day(1)}&timezone=UTC`;
  const times = [];
  for (let round = -3; round < rounds; round += 1) {
    const started = performance.now();
    const [all] = await Promise.all([
      get(`/statistics?${period}`),
      get(`/statistics?${period}&interval=none&group_by=country`),
      get(`/statistics?${period}&interval=none&group_by=device`),
    ]);
    if (all.data.summary.clicks === 0) throw new Error('there is nothing to count');
    if (round >= 0) times.push(performance.now() - started);
  }
  times.sort((one, other) => one - other);
  return { median: times[times.length >> 1], p95: times[Math.ceil(times.length * 0.95) - 1] };
}

/** Rows as text, in batches like those of the ingest. */
async function timeIngest(ask, { accountId }) {
  const now = Date.now();
  const text = Array.from({ length: BATCH_ROWS }, (_, row) =>
    [`ingest-${row}`, now - row, accountId, 1, 'UA', 'mobile', 'USD', 'cpc', 50_000, 'ingest', row, 1].join('\t'),
  ).join('\n');
  const insert = () =>
    ask(
      `INSERT INTO clicks (click_id, at, account_id, campaign_id, country, device, cost_currency, cost_model, cost_micro,
        seg, off, is_unique) SETTINGS insert_deduplicate = 0 FORMAT TabSeparated`,
      text,
    );
  await insert();
  const started = performance.now();
  const BATCHES = 6;
  for (let batch = 0; batch < BATCHES; batch += 1) await insert();
  return (BATCHES * BATCH_ROWS * 1000) / (performance.now() - started);
}

function rowsOf({ few, many, small, large, bytes, perSecond }) {
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
      what: `clicks per second into the store, in batches of ${BATCH_ROWS}, with all rollups`,
      measured: `${Math.round(perSecond)}`,
      aim: `≥ ${AIMS.ingest}`,
      holds: perSecond >= AIMS.ingest,
    },
    {
      what: 'bytes on disk per click, rollups among them',
      measured: bytes.toFixed(1),
      aim: `≤ ${AIMS.bytes}`,
      holds: bytes <= AIMS.bytes,
    },
  ];
}
