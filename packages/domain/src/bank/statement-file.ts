import type { BankMapping } from '@poklik/contract/bank';
import { type CsvRow, csvRows } from '../conversions/csv-rows.ts';
import { unescapeCell } from '../csv/csv-text.ts';

export interface StatementTable {
  columns: string[];
  rows: CsvRow[];
}

/** Lines about the account and the bank before the table. */
const PREAMBLE_MAX = 30;
const tidy = (cell: string): string => unescapeCell(cell).replaceAll('\u00A0', ' ').trim();

/** The table of a bank's file; null without one. */
export function readStatement(file: string): StatementTable | null {
  // A database stores neither zero bytes, of which files in UTF-16 are full, nor halves of characters.
  const text = file
    .replace(/^\uFEFF/, '')
    .replaceAll('\0', '')
    .toWellFormed();
  const lines = text.split('\n', PREAMBLE_MAX);
  const widths = lines.map((line) => Math.max(...[',', ';', '\t'].map((separator) => line.split(separator).length)));
  const start = widths.findIndex((width) => width >= 3 && width >= Math.max(...widths) - 1);
  if (start < 0) return null;
  const [head, ...rows] = csvRows(text.split('\n').slice(start).join('\n'));
  const columns = (head?.cells ?? []).map(tidy);
  return columns.filter(Boolean).length < 2
    ? null
    : { columns, rows: rows.map((row) => ({ ...row, line: row.line + start })) };
}

/** How banks call their columns. The first that fits is taken. */
const USUAL_NAMES = {
  date: [/^(booking|transaction|operation|value|entry) ?date/i, /date|дата|buchung|datum|fecha|data/i],
  amount: [
    /^(amount|сум+а|betrag|importe|kwota)/i,
    /credit|кредит|зачисл|зарах|paid in|money in|amount|сум+а|betrag|kwota/i,
  ],
  currency: [/^(currency|валюта|währung|waluta|moneda)/i],
  payer: [
    /payer|sender|counterparty|контрагент|кореспондент|корреспондент|платник|плательщик|відправник|отправитель|beguenstigter|auftraggeber|name/i,
  ],
  purpose: [
    /purpose|reference|description|details|призначення|назначение|опис|описание|verwendungszweck|remittance|memo|tytuł/i,
  ],
  bank_id: [/transaction ?id|^id$|document ?(no|number)|номер документа|unique/i],
} as const;

/** A first mapping from the names of the columns and what is in them; null if there is no date, amount or purpose. */
export function guessMapping({ columns, rows }: StatementTable): BankMapping | null {
  const find = (names: readonly RegExp[], taken: readonly (string | null)[] = []) =>
    names
      .map((name) => columns.find((column) => name.test(column) && !taken.includes(column)))
      .find((column) => column !== undefined) ?? null;
  const date = find(USUAL_NAMES.date);
  const amount = find(USUAL_NAMES.amount, [date]);
  const bankId = find(USUAL_NAMES.bank_id, [date, amount]);
  const purpose = find(USUAL_NAMES.purpose, [date, amount, bankId]);
  if (date === null || amount === null || purpose === null) return null;
  const currency = find(USUAL_NAMES.currency, [date, amount, purpose, bankId]);
  const payer = find(USUAL_NAMES.payer, [date, amount, purpose, bankId, currency]);
  const most = <Way extends string>(
    ways: readonly Way[],
    column: string,
    fits: (text: string, way: Way) => boolean,
  ) => {
    const texts = rows.map(({ cells }) => tidy(cells[columns.indexOf(column)] ?? '')).filter(Boolean);
    const counts = ways.map((way) => texts.filter((text) => fits(text, way)).length);
    return ways[counts.indexOf(Math.max(...counts))] as Way;
  };
  return {
    ...{ date, amount, currency, payer, purpose, bank_id: bankId },
    day_format: most(['ymd', 'dmy', 'mdy'], date, (text, way) => readDay(text, way) !== null),
    decimal: most(['point', 'comma'], amount, (text, way) => readMinor(text, way) !== null),
  };
}

/** Whether a mapping names columns of the table. */
export const fitsColumns = (mapping: BankMapping, columns: readonly string[]): boolean =>
  [mapping.date, mapping.amount, mapping.currency, mapping.payer, mapping.purpose, mapping.bank_id].every(
    (name) => name === null || columns.includes(name),
  );

export interface StatementLine extends Pick<CsvRow, 'line' | 'text'> {
  /** As in the file, so that the same line is known again with any mapping. */
  cells: readonly string[];
  verdict: 'ok' | 'outgoing' | 'other_currency' | 'bad_date' | 'bad_amount';
  day: string;
  amountMinor: bigint;
  payer: string;
  purpose: string;
  bankId: string;
}

const TEXT_MAX = 500;
const AMOUNT_MINOR_MAX = 10n ** 14n;

/** A line as the mapping reads it. */
export function readLine(
  { cells, line, text }: CsvRow,
  columns: readonly string[],
  mapping: BankMapping,
  base: string,
) {
  const cell = (name: string | null): string => (name === null ? '' : tidy(cells[columns.indexOf(name)] ?? ''));
  const short = (name: string | null): string =>
    cell(name)
      .replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ')
      .slice(0, TEXT_MAX);
  const day = readDay(cell(mapping.date), mapping.day_format);
  const written = cell(mapping.amount);
  // Tables with a column for money in and one for money out leave one of them empty.
  const amountMinor = written === '' ? 0n : readMinor(written, mapping.decimal);
  const currency = cell(mapping.currency).toUpperCase();
  const verdict: StatementLine['verdict'] =
    day === null
      ? 'bad_date'
      : amountMinor === null || amountMinor > AMOUNT_MINOR_MAX
        ? 'bad_amount'
        : amountMinor <= 0n
          ? 'outgoing'
          : currency !== '' && currency !== base
            ? 'other_currency'
            : 'ok';
  const read = { payer: short(mapping.payer), purpose: short(mapping.purpose), bankId: short(mapping.bank_id) };
  return {
    ...{ line, text, cells, verdict, day: day ?? '', amountMinor: amountMinor ?? 0n },
    ...read,
  } satisfies StatementLine;
}

const DAY_PARTS = {
  ymd: /^(?<year>\d{4})[-./]?(?<month>\d{2})[-./]?(?<day>\d{2})(?!\d)/,
  dmy: /^(?<day>\d{1,2})[-./](?<month>\d{1,2})[-./](?<year>\d{4}|\d{2})(?!\d)/,
  mdy: /^(?<month>\d{1,2})[-./](?<day>\d{1,2})[-./](?<year>\d{4}|\d{2})(?!\d)/,
} as const;

/** A time after the day is left out. */
export function readDay(text: string, format: keyof typeof DAY_PARTS): string | null {
  const parts = DAY_PARTS[format].exec(text)?.groups;
  if (!parts) return null;
  const { year = '', month = '', day = '' } = parts;
  const iso = `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = new Date(`${iso}T00:00:00Z`);
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== iso || iso < '2000' ? null : iso;
}

const AMOUNTS = {
  point: /^([+-]?)(\d{1,3}(?:[,']\d{3})*|\d+)(?:\.(\d{1,2}))?$/,
  comma: /^([+-]?)(\d{1,3}(?:[.']\d{3})*|\d+)(?:,(\d{1,2}))?$/,
} as const;

/** In hundredths; null if the amount is written otherwise. */
export function readMinor(text: string, decimal: keyof typeof AMOUNTS): bigint | null {
  const compact = text
    .replace(/[\s\u202F]/g, '')
    .replace('−', '-')
    .replaceAll('’', "'");
  const [whole, sign, digits = '', fraction = ''] = AMOUNTS[decimal].exec(compact) ?? [];
  if (whole === undefined) return null;
  const minor = BigInt(digits.replace(/\D/g, '') + fraction.padEnd(2, '0'));
  return sign === '-' ? -minor : minor;
}
