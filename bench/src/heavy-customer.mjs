// All heavy actions of one customer at once; prints counters when stopped.
// node heavy-customer.mjs ORIGIN TOKEN CAMPAIGN
const [origin, token, campaignId] = process.argv.slice(2);
const STREAMS = 150;
const GUESSERS = 16;
const IMPORTS = 5;
const ROWS_OF_IMPORT = 10_000;
const RETRY_MS = 500;
/** Long, so that rejected streams don't use up the request limit that exports and imports need. */
const STREAM_RETRY_MS = 15_000;

const done = { exported: 0, imported: 0, streams: 0, guesses: 0, refused: 0 };
process.once('SIGTERM', () => {
  console.log(JSON.stringify(done));
  process.exit(0);
});

const ask = (method, path, { body, headers } = {}) =>
  fetch(`${origin}/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Repeats the request while the load runs, even after a 429. */
async function repeat(act, retryMs = RETRY_MS) {
  for (;;) {
    try {
      if (await act()) continue;
      done.refused += 1;
    } catch {
      done.refused += 1;
    }
    await pause(retryMs);
  }
}

async function exportAll() {
  const answer = await ask('GET', '/conversions/export?start_date=2020-01-01');
  const text = answer.body.pipeThrough(new TextDecoderStream());
  for await (const part of text) if (answer.ok) done.exported += part.split('\n').length - 1;
  return answer.ok;
}

const CSV = `click_id,payout,transaction_id\n${Array.from({ length: ROWS_OF_IMPORT }, (_, row) => `click${row},5,T${row}`).join('\n')}\n`;
async function importAll() {
  for (let turn = 0; turn < IMPORTS; turn += 1) {
    const answer = await ask('POST', '/conversions/import', { body: { csv: CSV, dry_run: true } });
    await answer.text();
    if (!answer.ok) return false;
    done.imported += ROWS_OF_IMPORT;
  }
  return true;
}

async function stream() {
  const answer = await ask('GET', `/statistics/live?company_id=${campaignId}`);
  if (!answer.ok) {
    await answer.text();
    return false;
  }
  done.streams += 1;
  for await (const _ of answer.body);
  return true;
}

let source = 0;
async function guess() {
  source += 1;
  const from = `${11 + (source % 89)}.${(source >> 3) % 250}.${source % 250}.7`;
  const answer = await ask('POST', '/login', {
    body: { email: `stranger-${source}@example.test`, password: `wrong guess ${source}` },
    headers: { 'x-forwarded-for': from },
  });
  await answer.text();
  done.guesses += 1;
  return true;
}

// One after the other, because an account can run only one export or import at a time.
void repeat(async () => (await exportAll()) && importAll());
for (let one = 0; one < STREAMS; one += 1) void repeat(stream, STREAM_RETRY_MS);
for (let one = 0; one < GUESSERS; one += 1) void repeat(guess);
