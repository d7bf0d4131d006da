import { AppError, invalidField } from '@poklik/contract/errors';
import type { Cell } from '@poklik/domain/csv/csv-text';
import { fromMinor } from '@poklik/domain/money/amount';
import type { Caller } from '../../../http/caller.ts';
import { ROWS_PER_CHUNK, streamCsv } from '../../../http/streams/csv-stream.ts';
import { type Translate, translator } from '../../../i18n/translate.ts';
import type { Services } from '../../../services.ts';
import { readBatches } from '../../../stores/snapshot.ts';
import {
  countInvoices,
  type InvoiceFilter,
  type InvoiceRow,
  invoiceIdsQuery,
  listInvoicesById,
} from './invoices.repo.ts';

const EXPORT_ROWS_MAX = 50_000;

const COLUMNS = [
  'number',
  'issued',
  'status',
  'type',
  'bill_to',
  'email',
  'subtotal',
  'credit',
  'tax',
  'total',
  'currency',
];

/** CSV of the filtered invoices, newest first. */
export async function exportInvoices(
  { db, exportPool }: Pick<Services, 'db' | 'exportPool'>,
  caller: Caller,
  filter: InvoiceFilter,
): Promise<AsyncIterable<string>> {
  if (!caller.canExport) throw new AppError('forbidden');
  // A truncated file would be mistaken for a complete one.
  if ((await countInvoices(db, filter)) > EXPORT_ROWS_MAX) {
    const problem = { key: 'export_rows_max', values: { max: EXPORT_ROWS_MAX } };
    throw invalidField('search', problem);
  }
  const t = translator(caller.language);
  const rows = readBatches(exportPool, invoiceIdsQuery(db, filter), {
    size: ROWS_PER_CHUNK,
    read: async (tx, ids: string[]) => (await listInvoicesById(tx, ids.map(Number))).map((row) => toCsvRow(row, t)),
  });
  return streamCsv(
    COLUMNS.map((name) => t(`invoice.column.${name}`)),
    rows,
    caller.language,
  );
}

const toCsvRow = (row: InvoiceRow, t: Translate): Cell[] => [
  row.number,
  row.issuedAt?.toISOString() ?? null,
  t(`invoice.status.${row.status}`),
  t(`invoice.type.${row.type}`),
  row.billTo.name,
  row.billTo.email,
  fromMinor(row.subtotalMinor),
  fromMinor(row.creditMinor),
  fromMinor(row.taxMinor),
  fromMinor(row.totalMinor),
  row.currency,
];
