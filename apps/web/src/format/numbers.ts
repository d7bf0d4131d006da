import { LANGUAGE_TAGS, type Language } from '@poklik/contract/language';
import { memoize } from './memoize.ts';

/** No value; a real zero is 0. */
const NO_VALUE = '—';
/** Typographic minus, as wide as the plus, instead of the hyphen that Intl gives for English. */
const MINUS = '−';

const formatter = memoize(
  (language: Language, options: string) =>
    new Intl.NumberFormat(LANGUAGE_TAGS[language], { useGrouping: 'always', ...JSON.parse(options) }),
);

const format = (language: Language, value: number | null, options: Intl.NumberFormatOptions): string =>
  value === null || !Number.isFinite(value)
    ? NO_VALUE
    : formatter(language, JSON.stringify(options)).format(value).replace('-', MINUS);

export const formatInteger = (language: Language, value: number | null): string =>
  format(language, value, { maximumFractionDigits: 0 });

/** What is added to a number: always with its sign. */
export const formatIntegerChange = (language: Language, difference: number): string =>
  format(language, difference, { maximumFractionDigits: 0, signDisplay: 'exceptZero' });

/** For big figures and chart axes; the exact number belongs into a tooltip beside it. */
export const formatCompact = (language: Language, value: number | null): string =>
  format(language, value, { notation: 'compact', maximumFractionDigits: 1 });

/** `share` is 0.0255 for 2.55 %. */
export const formatPercent = (language: Language, share: number | null, digits = 2): string =>
  format(language, share, { style: 'percent', minimumFractionDigits: digits, maximumFractionDigits: digits });

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** A stretch of time in the largest unit that it fills: 3.5 h. */
export function formatDuration(language: Language, seconds: number): string {
  const [unit, size] = UNITS.find(([, each]) => seconds >= each) ?? UNITS[3];
  return format(language, seconds / size, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: seconds / size < 10 ? 1 : 0,
  });
}

const BYTES_IN_MEGABYTE = 1024 * 1024;

/** Memory in megabytes: 120 MB. */
export const formatMegabytes = (language: Language, bytes: number): string =>
  format(language, bytes / BYTES_IN_MEGABYTE, {
    style: 'unit',
    unit: 'megabyte',
    unitDisplay: 'short',
    maximumFractionDigits: 0,
  });

/** 14 KB, 3.2 MB */
export const formatFileSize = (language: Language, bytes: number): string => {
  const isLarge = bytes >= BYTES_IN_MEGABYTE;
  return format(language, isLarge ? bytes / BYTES_IN_MEGABYTE : Math.max(1, Math.round(bytes / 1024)), {
    style: 'unit',
    unit: isLarge ? 'megabyte' : 'kilobyte',
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  });
};

/** `amount` is a decimal string, as money travels on the wire. */
export const formatMoney = (language: Language, amount: string | null, currency: string, digits = 2): string =>
  format(language, amount === null ? null : Number(amount), {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });

/** What something adds to an amount: always with its sign. */
export const formatMoneyChange = (language: Language, amount: string, currency: string): string =>
  format(language, Number(amount), {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    signDisplay: 'exceptZero',
  });

/** Money in a column whose header names the currency. */
export const formatAmount = (language: Language, amount: string | null, digits = 2): string =>
  format(language, amount === null ? null : Number(amount), {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });

/** What such a header shows for the currency. */
export const currencySign = (language: Language, currency: string): string =>
  formatter(language, JSON.stringify({ style: 'currency', currency, currencyDisplay: 'narrowSymbol' }))
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? currency;

const currencyNames = memoize(
  (language: Language) => new Intl.DisplayNames(LANGUAGE_TAGS[language], { type: 'currency' }),
);

/** "US Dollar" for USD. */
export const formatCurrencyName = (language: Language, code: string): string =>
  currencyNames(language).of(code) ?? code;

/** A change against another period: its sign is told by shape and sign, not only by colour. */
export function formatDelta(language: Language, share: number | null): string {
  if (share === null || !Number.isFinite(share)) return NO_VALUE;
  const text = format(language, share, { style: 'percent', maximumFractionDigits: 1, signDisplay: 'exceptZero' });
  const rounded = Math.round(share * 1000);
  return `${rounded > 0 ? '▲' : rounded < 0 ? '▼' : '●'} ${text}`;
}
