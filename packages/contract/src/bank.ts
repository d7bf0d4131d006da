import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Id, line, Timestamp } from './fields.ts';
import { page, pageQuery } from './paging.ts';

const STATEMENT_BYTES_MAX = 10 * 1024 * 1024;
export const CONFIRMED_LINES_MAX = 100;

const ColumnName = z.string().check(z.minLength(1), z.maxLength(200), z.regex(/^[^\0\p{Cs}]*$/u));
const OptionalColumn = z._default(z.nullable(ColumnName), null);
export const DAY_FORMATS = ['ymd', 'dmy', 'mdy'] as const;
export const DECIMAL_MARKS = ['point', 'comma'] as const;

/** Which column of the bank's file is what. */
export const BankMapping = z.object({
  date: ColumnName,
  /** Of money in. Lines without it, or below zero, are money out. */
  amount: ColumnName,
  currency: OptionalColumn,
  payer: OptionalColumn,
  purpose: ColumnName,
  /** The bank's ID of a transaction. */
  bank_id: OptionalColumn,
  day_format: z.enum(DAY_FORMATS),
  decimal: z.enum(DECIMAL_MARKS),
});
export type BankMapping = z.infer<typeof BankMapping>;

/** `known`: imported earlier. Only `ok` is imported. */
export const BANK_ROW_RESULTS = ['ok', 'known', 'outgoing', 'other_currency', 'bad_date', 'bad_amount'] as const;

export const BANK_MATCHES = ['proposed', 'candidates', 'none'] as const;

export const BankReport = z.object({
  columns: z.array(z.string()),
  /** As given, else the one that was last used for such columns, else a guess; null if there is none. */
  mapping: z.nullable(BankMapping),
  /** Null without a mapping. */
  result: z.nullable(
    z.object({
      rows: z.int(),
      counts: z.partialRecord(z.enum(BANK_ROW_RESULTS), z.int()),
      /** The sum of the lines that are imported. */
      total: z.string(),
      /** Of these, how many name an unpaid invoice and pay it to the cent. */
      proposed: z.int(),
      /** The first lines that can’t be read. */
      problems: z.array(z.object({ line: z.int(), verdict: z.enum(BANK_ROW_RESULTS), text: z.string() })),
      /** The first lines as they are read. */
      examples: z.array(
        z.object({ line: z.int(), day: z.string(), amount: z.string(), payer: z.string(), purpose: z.string() }),
      ),
    }),
  ),
  currency: z.string(),
  /** Null in a dry run. */
  statement_id: z.nullable(Id),
});
export type BankReport = z.infer<typeof BankReport>;

export const BANK_LINE_STATES = ['waiting', 'booked', 'set_aside'] as const;

const LineInvoice = z.object({
  id: Id,
  number: z.string(),
  amount: z.string(),
  customer: z.string(),
  user_id: Id,
});

/** Money that was received at the bank. */
export const BankLine = z.object({
  id: Id,
  day: z.string(),
  amount: z.string(),
  currency: z.string(),
  payer: z.string(),
  purpose: z.string(),
  state: z.enum(BANK_LINE_STATES),
  /** Of a line that waits: `proposed` names an unpaid invoice and pays it to the cent. */
  match: z.enum(BANK_MATCHES),
  /** What it may pay, the likeliest first. */
  candidates: z.array(LineInvoice),
  /** What was booked. */
  invoice: z.nullable(LineInvoice),
  to_balance: z.string(),
  customer: z.nullable(z.object({ user_id: Id, email: z.string() })),
  note: z.string(),
  decided_at: z.nullable(Timestamp),
  imported_at: Timestamp,
});
export type BankLine = z.infer<typeof BankLine>;

/** `invoice` pays an invoice, `balance` is a deposit of a user, `set_aside` is no payment of a customer. */
export const BANK_DECISIONS = ['invoice', 'balance', 'set_aside'] as const;

export const BankDecision = z.object({
  line_id: Id,
  action: z.enum(BANK_DECISIONS),
  /** With `invoice`. */
  invoice_id: z._default(z.nullable(Id), null),
  /** With `balance`. */
  user_id: z._default(z.nullable(Id), null),
  note: z._default(line(0, 200), ''),
});
export type BankDecision = z.infer<typeof BankDecision>;

/** `decided`: somebody has decided about this line earlier. `not_found`: the line, the invoice or the user. */
export const BANK_DECISION_RESULTS = ['done', 'decided', 'not_found'] as const;

export const bankApi = {
  import: endpoint({
    method: 'POST',
    path: '/bank_statements',
    access: 'balances:write',
    summary: 'Imports received payments from a bank’s CSV file, or previews how it is read. Known lines are skipped.',
    body: z.object({
      csv: z.string().check(z.minLength(1), z.maxLength(STATEMENT_BYTES_MAX)),
      file_name: z._default(line(0, 200), ''),
      mapping: z._default(z.nullable(BankMapping), null),
      dry_run: z._default(z.boolean(), false),
    }),
    bodyBytesMax: STATEMENT_BYTES_MAX * 2,
    isLong: true,
    response: z.object({ data: BankReport }),
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/bank_statements/confirm',
    access: 'balances:write',
    summary:
      'Books received payments to invoices or balances, or sets them aside. Each is booked once; what an invoice doesn’t take goes to the balance.',
    body: z.object({ lines: z.array(BankDecision).check(z.minLength(1), z.maxLength(CONFIRMED_LINES_MAX)) }),
    response: z.object({
      data: z.array(z.object({ line_id: Id, result: z.enum(BANK_DECISION_RESULTS), line: z.nullable(BankLine) })),
    }),
  }),
  lines: endpoint({
    method: 'GET',
    path: '/bank_statements/lines',
    access: 'balances:read',
    summary: 'Lists payments received at the bank with the invoices that they may be for, newest first.',
    query: z.object({
      ...pageQuery(['day', 'amount']),
      state: z.optional(z.enum(BANK_LINE_STATES)),
      /** Part of the payer or the purpose. */
      search: z.optional(line(0, 100)),
    }),
    response: page(BankLine),
  }),
};
