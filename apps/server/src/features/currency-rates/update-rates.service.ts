import { readFile } from 'node:fs/promises';
import type { RateSource } from '@poklik/contract/currency-rates';
import { nanoToRate, type RateSince, rateToNano } from '@poklik/domain/money/currency-rates';
import { isJump, type PublishedRates, parsePublishedRates } from '@poklik/domain/money/rate-feed';
import type { Services } from '../../services.ts';
import { notifyOperators, wereOperatorsNotified } from '../notifications/notifications.service.ts';
import { confirmRates, insertRates, listRates, lockRates } from './currency-rates.repo.ts';

const TIMEOUT_MS = 20_000;
const BYTES_MAX = 2_000_000;
const DAY_MS = 86_400_000;
/** Events of the last days get a rate that was published late; older ones keep theirs. */
const LATE_DAYS = 7;

/** Saves newly published rates. Rates set by the operator stay, and a suspicious publication changes nothing. */
export async function updateRates({ config, db, log }: Pick<Services, 'config' | 'db' | 'log'>): Promise<void> {
  const published: PublishedRates[] = [];
  const problems: string[] = [];
  for (const place of config.ratesSource) {
    const rates = await readPublished(place).catch((error: Error) => error);
    if (rates instanceof Error) problems.push(`${place}: ${rates.message}`);
    else published.push(rates);
  }
  const jumps = await db.transaction(async (tx) => {
    await lockRates(tx);
    const history = await listRates(tx);
    const changes = listChanges(published, history, Date.now());
    const again = listPublishedAgain(published, history);
    if (again.length > 0) await confirmRates(tx, again);
    const suspicious = changes.filter(({ hasJumped }) => hasJumped);
    if (suspicious.length === 0 && changes.length > 0) await insertRates(tx, changes, null);
    return suspicious.map(({ currency, rate }) => `${currency} ${rate}`);
  });
  if (jumps.length > 0) problems.push(jumps.join(', '));
  if (problems.length === 0) return;
  log.warn({ problems }, 'exchange rates not updated');
  if (await wereOperatorsNotified(db, 'rates_rejected', DAY_MS)) return;
  await notifyOperators(db, 'rates_rejected', { reason: problems.join('; ') }, 'campaign');
}

async function readPublished(place: string): Promise<PublishedRates> {
  const text = await read(place);
  const rates = parsePublishedRates(text);
  if (!rates) throw new Error('no exchange rates found');
  return rates;
}

async function read(place: string): Promise<string> {
  const url = new URL(place);
  if (url.protocol === 'file:') return readFile(url, 'utf8');
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  let text = '';
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk;
    if (text.length > BYTES_MAX) throw new Error('the answer is too large');
  }
  return text;
}

interface RateChange {
  currency: string;
  rate: string;
  source: RateSource;
  validFrom: Date;
  hasJumped: boolean;
}

function listChanges(
  published: readonly PublishedRates[],
  history: readonly (RateSince & { source: RateSource })[],
  now: number,
): RateChange[] {
  const latest = new Map(history.map((row) => [row.currency, row]));
  const changes = new Map<string, RateChange>();
  for (const { day, nano } of published) {
    const publishedAt = Date.parse(day);
    for (const [currency, value] of nano) {
      const known = latest.get(currency);
      if (changes.has(currency) || known?.source === 'manual') continue;
      const before = known?.rate ? rateToNano(known.rate) : undefined;
      const isShipped = known?.source === 'shipped';
      // A publication that was read already.
      if ((before === value && !isShipped) || (known && publishedAt < known.since - DAY_MS)) continue;
      const since = now - publishedAt > LATE_DAYS * DAY_MS ? now : Math.min(publishedAt, now);
      changes.set(currency, {
        ...{ currency, rate: nanoToRate(value), source: 'bank' },
        validFrom: new Date(Math.max(since, (known?.since ?? 0) + 1)),
        // A shipped rate may be old.
        hasJumped: before !== undefined && !isShipped && isJump(before, value),
      });
    }
  }
  return [...changes.values()];
}

/** Rates in force that didn't change, as on weekends. */
function listPublishedAgain(
  published: readonly PublishedRates[],
  history: readonly (RateSince & { id: number; source: RateSource })[],
): number[] {
  const latest = new Map(history.map((row) => [row.currency, row]));
  const isOld = ({ day }: PublishedRates) => Date.now() - Date.parse(day) > LATE_DAYS * DAY_MS;
  return [...latest.values()].flatMap(({ id, currency, rate, source }) => {
    const first = published.find(({ nano }) => nano.has(currency));
    const isSame = first && !isOld(first) && rate !== null && first.nano.get(currency) === rateToNano(rate);
    return isSame && source === 'bank' ? [id] : [];
  });
}
