// How heavy load of one customer affects another: exports, imports, streams, password attempts, dead postback targets.
import { createServer } from 'node:http';
import { constants, setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { start, waitFor } from './processes.mjs';
import { startProgram } from './program.mjs';
import { clickSteadily, openAccount } from './visitors.mjs';

const HEAVY_CUSTOMER = fileURLToPath(new URL('./heavy-customer.mjs', import.meta.url));
/** The most that an export takes, less those of the dead targets. */
const CONVERSIONS = 99_900;
const TARGETS = { campaigns: 12, each: 5 };
const CLICKS_PER_SECOND = 100;
const ASK_EVERY_MS = 250;
const EMAIL_PATIENCE_MS = 60_000;
const AIMS = { redirect: 4, longestMs: 250, statistics: 3, emailMs: 5_000 };

export async function measureNeighbours({ seconds }) {
  const dead = await listenAndSayNothing();
  const program = await startProgram({
    // Password attempts come from many IP addresses, and dead targets are on this machine.
    TRUSTED_PROXIES: '127.0.0.1',
    OUTGOING_LOOPBACK: '1',
    LIMIT_VISITOR_PER_MINUTE: '1000000',
    LIMIT_GUESSES_PER_SOURCE: '1000000',
    LIMIT_EMAILS_PER_ADDRESS: '1000000',
    LIMIT_EMAILS_PER_SOURCE: '1000000',
  });
  try {
    const quiet = await openAccount(program.origin, 'quiet@example.test');
    const heavy = await openAccount(program.origin, 'heavy@example.test');
    await waitFor(quiet.link);
    await fillConversions(program, heavy);
    await watch(program, quiet, 5);
    const rest = await watch(program, quiet, seconds);
    await queueForDeadTargets(program, heavy, dead.url);
    const load = start(['node', HEAVY_CUSTOMER, program.origin, heavy.token, String(heavy.campaignId)], {
      stdout: 'pipe',
    });
    // In production this load comes from another machine.
    setPriority(load.pid, constants.priority.PRIORITY_LOW);
    let said = '';
    load.child.stdout.on('data', (text) => (said += text));
    await sleep(2_000);
    const busy = await watch(program, quiet, seconds);
    await load.end();
    return rowsOf(rest, busy, JSON.parse(said));
  } finally {
    await program.end();
    dead.close();
  }
}

/** Accepts connections and never responds. */
async function listenAndSayNothing() {
  const server = createServer(() => undefined);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Inserted directly, because ingest is measured elsewhere. */
async function fillConversions({ query }, { campaignId }) {
  const click = JSON.stringify({ version: 1, rule: 0, destination: 0, is_bot: 0, subs: Array(10).fill('') });
  const [{ account_id: accountId }] = await query('select account_id from campaigns where id = $1', [campaignId]);
  await query(`update accounts set tariff_id = (select id from tariffs where code = 'business') where id = $1`, [
    accountId,
  ]);
  await query(
    `insert into conversions (id, account_id, campaign_id, click_id, type, status, payout_micro, currency,
       payout_base_micro, cost_base_micro, params, source, click_at, received_at, country, click)
     select 'bench' || n, $1, $2, 'bench' || n, 'lead', 'approved', 5000000, 'USD', 5000000, 0,
       '{"","","","",""}', 'postback', now(), now() - n * interval '1 second', 'UA', $3
     from generate_series(1, ${CONVERSIONS - 1}) n`,
    [accountId, campaignId, click],
  );
}

/** One conversion in each of twelve campaigns with five outgoing postbacks each. */
async function queueForDeadTargets({ origin }, { call, token }, url) {
  for (let place = 0; place < TARGETS.campaigns; place += 1) {
    const outgoing_postbacks = Array.from({ length: TARGETS.each }, (_, target) => ({
      url: `${url}${place}/${target}?c={click_id}`,
      method: 'GET',
      statuses: ['approved'],
    }));
    const body = { name: `Dead ${place}`, default_url: 'https://shop.example/?c={click_id}', outgoing_postbacks };
    const { data } = await call('POST', '/companies', { token, body });
    await waitFor(`${origin}/c/${data.key}`);
    const { headers } = await fetch(`${origin}/c/${data.key}`, { redirect: 'manual' });
    const click = new URL(headers.get('location')).searchParams.get('c');
    await fetch(`${origin}/postback?cid=${click}&status=approved&payout=1&key=${data.postback_key}`);
  }
}

/** Measures redirects at a steady rate, repeated statistics requests and one email. */
async function watch(program, owner, seconds) {
  const clicks = clickSteadily(owner.link, {
    perSecond: CLICKS_PER_SECOND,
    isOver: (sent) => sent >= seconds * CLICKS_PER_SECOND,
  });
  const email = emailAfter(program, owner);
  const asked = [];
  const until = performance.now() + seconds * 1_000;
  while (performance.now() < until) {
    const from = performance.now();
    await owner.get('/statistics?group_by=country');
    asked.push(performance.now() - from);
    await sleep(ASK_EVERY_MS);
  }
  await clicks.sent;
  return {
    redirects: sorted(clicks.acknowledged.map(({ took }) => took)),
    errors: clicks.errors(),
    asked: sorted(asked),
    emailMs: await email,
  };
}

async function emailAfter({ query }, { call, email }) {
  const [{ count: before }] = await query('select count(*) from emails');
  const from = performance.now();
  await call('POST', '/password/forgot', { body: { email } });
  while (performance.now() - from < EMAIL_PATIENCE_MS) {
    const [{ count }] = await query('select count(*) from emails');
    if (Number(count) > Number(before)) return performance.now() - from;
    await sleep(50);
  }
  return Number.POSITIVE_INFINITY;
}

const sorted = (values) => values.toSorted((one, other) => one - other);
const at = (values, share) => values[Math.min(values.length - 1, Math.floor(values.length * share))];

function rowsOf(rest, busy, done) {
  const ratio = at(busy.redirects, 0.99) / at(rest.redirects, 0.99);
  const longest = busy.redirects.at(-1);
  const statistics = at(busy.asked, 0.5) / at(rest.asked, 0.5);
  const told = `${done.exported} rows exported, ${done.imported} imported, ${done.streams} streams, ${done.guesses} password attempts, ${done.refused} rejected requests`;
  return [
    {
      what: `redirects of another customer under load, p99 (${busy.errors} errors; ${told})`,
      measured: `${at(busy.redirects, 0.99).toFixed(1)} ms = ${ratio.toFixed(1)} ×`,
      limit: `at rest ${at(rest.redirects, 0.99).toFixed(1)} ms`,
      aim: `≤ ${AIMS.redirect} ×`,
      holds: ratio <= AIMS.redirect && busy.errors === 0,
    },
    {
      what: 'slowest of these redirects',
      measured: `${longest.toFixed(0)} ms`,
      limit: `at rest ${rest.redirects.at(-1).toFixed(0)} ms`,
      aim: `≤ ${AIMS.longestMs} ms`,
      holds: longest <= AIMS.longestMs,
    },
    {
      what: 'statistics of another customer under load, median',
      measured: `${at(busy.asked, 0.5).toFixed(0)} ms = ${statistics.toFixed(1)} ×`,
      limit: `at rest ${at(rest.asked, 0.5).toFixed(0)} ms`,
      aim: `≤ ${AIMS.statistics} ×`,
      holds: statistics <= AIMS.statistics,
    },
    {
      what: `time until an email to another customer is sent under load (${TARGETS.campaigns * TARGETS.each} dead postback targets)`,
      measured: `${Math.round(busy.emailMs)} ms`,
      limit: `at rest ${Math.round(rest.emailMs)} ms`,
      aim: `≤ ${AIMS.emailMs} ms`,
      holds: busy.emailMs <= AIMS.emailMs,
    },
  ];
}
