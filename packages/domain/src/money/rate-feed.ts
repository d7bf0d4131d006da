import { BASE_CURRENCY, CURRENCIES } from '@poklik/contract/money';
import { RATE_SCALE, roundDiv } from './currency-rates.ts';

/** Rates that a bank published for a day, in billionths of the base currency. */
export interface PublishedRates {
  /** YYYY-MM-DD. */
  day: string;
  nano: ReadonlyMap<string, bigint>;
}

/** Value of one unit in the bank's own currency. */
interface Quote {
  numerator: bigint;
  denominator: bigint;
}

/**
 * Reads the daily rates of the European Central Bank (XML or CSV) or of the National Bank of Ukraine (JSON). Null if the
 * text is neither, or has no rate of the base currency.
 */
export function parsePublishedRates(text: string): PublishedRates | null {
  const start = text.trimStart();
  if (start.startsWith('<')) return parseEcbXml(start);
  return start.startsWith('[') ? parseNbuJson(start) : parseEcbCsv(start);
}

function parseEcbXml(text: string): PublishedRates | null {
  const day = /<Cube\s+time=["'](\d{4}-\d\d-\d\d)["']/.exec(text)?.[1];
  const found = text.matchAll(/<Cube\s+currency=["']([A-Z]{3})["']\s+rate=["']([\d.]+)["']/g);
  return day ? toRates(day, perEuro([...found].map(([, code = '', rate = '']) => [code, rate]))) : null;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `Date, USD, JPY, …` above `18 November 2026, 1.0837, …`. */
function parseEcbCsv(text: string): PublishedRates | null {
  const [head = [], row = []] = text.split(/\r?\n/, 2).map((line) => line.split(',').map((cell) => cell.trim()));
  const [, dayOfMonth = '', month = '', year = ''] =
    /^(\d{1,2}) ([A-Z][a-z]{2})[a-z]* (\d{4})$/.exec(row[0] ?? '') ?? [];
  const number = MONTHS.indexOf(month) + 1;
  if (head[0] !== 'Date' || number === 0) return null;
  const day = `${year}-${String(number).padStart(2, '0')}-${dayOfMonth.padStart(2, '0')}`;
  return toRates(day, perEuro(head.slice(1).map((code, place) => [code, row[place + 1] ?? ''])));
}

/** `[{"cc": "USD", "rate": 41.3, "exchangedate": "18.11.2026"}, …]`, in hryvnias. */
function parseNbuJson(text: string): PublishedRates | null {
  const rows = readJson(text);
  if (!Array.isArray(rows)) return null;
  const quotes = new Map<string, Quote>([['UAH', { numerator: 1n, denominator: 1n }]]);
  let day = '';
  for (const row of rows) {
    const { cc, rate, exchangedate } = (row ?? {}) as Record<string, unknown>;
    const quote = parseQuote(String(rate));
    if (quote) quotes.set(String(cc), quote);
    day ||= /^(\d\d)\.(\d\d)\.(\d{4})$/.exec(String(exchangedate))?.slice(1).reverse().join('-') ?? '';
  }
  return day ? toRates(day, quotes) : null;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The bank says how much one euro buys. */
function perEuro(found: readonly (readonly [code: string, rate: string])[]): Map<string, Quote> {
  const quotes = new Map<string, Quote>([['EUR', { numerator: 1n, denominator: 1n }]]);
  for (const [code, rate] of found) {
    const quote = parseQuote(rate);
    if (quote) quotes.set(code, { numerator: quote.denominator, denominator: quote.numerator });
  }
  return quotes;
}

/** Rates that are known to have one of the base currency. */
export function ratesPerEuro(day: string, found: readonly (readonly [code: string, rate: string])[]): PublishedRates {
  const rates = toRates(day, perEuro(found));
  if (!rates) throw new Error(`no rate of ${BASE_CURRENCY} on ${day}`);
  return rates;
}

/** A positive decimal number as a fraction. */
function parseQuote(rate: string): Quote | undefined {
  const [, whole = '', fraction = ''] = /^(\d{1,12})(?:\.(\d{1,12}))?$/.exec(rate) ?? [];
  const numerator = BigInt(whole + fraction || '0');
  return numerator > 0n ? { numerator, denominator: 10n ** BigInt(fraction.length) } : undefined;
}

const KNOWN: ReadonlySet<string> = new Set(CURRENCIES);

function toRates(day: string, quotes: ReadonlyMap<string, Quote>): PublishedRates | null {
  const base = quotes.get(BASE_CURRENCY);
  if (!base || Number.isNaN(Date.parse(day))) return null;
  const nano = new Map<string, bigint>();
  for (const [code, { numerator, denominator }] of quotes) {
    const rate = roundDiv(numerator * base.denominator * RATE_SCALE, denominator * base.numerator);
    if (KNOWN.has(code) && code !== BASE_CURRENCY && rate > 0n) nano.set(code, rate);
  }
  return { day, nano };
}

/** A published rate this far from the last one is more likely a mistake than a market. */
const JUMP_PERCENT = 20n;

export const isJump = (before: bigint, after: bigint): boolean => {
  const difference = after > before ? after - before : before - after;
  return difference * 100n > before * JUMP_PERCENT;
};
