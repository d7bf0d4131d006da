import { CONVERSION_PARAMS } from '@poklik/contract/conversion-values';
import { type Conversion, type conversionsApi, EXPORT_ROWS_MAX } from '@poklik/contract/conversions';
import type { ParsedOf } from '@poklik/contract/endpoint';
import { AppError, invalidField } from '@poklik/contract/errors';
import { MONEY_FIELDS } from '@poklik/contract/money';
import { SUBS } from '@poklik/contract/routing';
import type { Cell } from '@poklik/domain/csv/csv-text';
import type { Caller } from '../../http/caller.ts';
import { ROWS_PER_CHUNK, streamCsv } from '../../http/streams/csv-stream.ts';
import { translator } from '../../i18n/translate.ts';
import type { Services } from '../../services.ts';
import { readBatches } from '../../stores/snapshot.ts';
import { getTimezone } from '../profile/profile.service.ts';
import { toConversion } from './conversion.response.ts';
import { conversionIdsQuery, hasMoreThan, listConversionsById } from './conversions.repo.ts';
import { toConversionFilter, toConversionOrder } from './conversions.service.ts';

type Column = [name: string, cell: (row: Conversion) => Cell];

/** Exports all conversions with the filters and the order of the list. */
export async function exportConversions(
  { db, exportPool }: Pick<Services, 'db' | 'exportPool'>,
  caller: Caller,
  query: ParsedOf<(typeof conversionsApi)['export']>['query'],
): Promise<AsyncIterable<string>> {
  if (!caller.canExport) throw new AppError('forbidden');
  const filter = await toConversionFilter(db, caller, query);
  const order = toConversionOrder(caller, query);
  // A truncated export would look complete.
  if (await hasMoreThan(db, caller, filter, EXPORT_ROWS_MAX)) {
    const problem = { key: 'export_too_large', values: { max: EXPORT_ROWS_MAX } };
    throw invalidField('start_date', problem);
  }
  const t = translator(caller.language);
  const formatTime = createTimeFormatter(await getTimezone(db, caller));
  const columns = createColumns(t, formatTime).filter(([name]) => caller.canSeeMoney || !MONEY_FIELDS.has(name));
  const rows = readBatches(exportPool, conversionIdsQuery(db, caller, { ...order, filter }), {
    size: ROWS_PER_CHUNK,
    read: async (tx, ids: string[]) => {
      const found = new Map((await listConversionsById(tx, caller, ids)).map((row) => [row.id, row]));
      return ids.flatMap((id) => {
        const row = found.get(id);
        return row ? [toCsvRow(columns, toConversion(row))] : [];
      });
    },
  });
  return streamCsv(
    columns.map(([name]) => t(`conversions:column.${name}`, { defaultValue: name })),
    rows,
    caller.language,
  );
}

const toCsvRow = (columns: readonly Column[], row: Conversion): Cell[] => columns.map(([, cell]) => cell(row));

function createColumns(t: ReturnType<typeof translator>, formatTime: (iso: string) => string): Column[] {
  const range = (count: number) => Array.from({ length: count }, (_, index) => index);
  return [
    ['received_at', (row) => formatTime(row.received_at)],
    ['click_at', (row) => formatTime(row.click_at)],
    ['time_to_convert', (row) => row.time_to_convert],
    ['campaign', (row) => row.campaign.name],
    ['type', (row) => row.type],
    ['status', (row) => t(`conversions:status.${row.status}`)],
    ['original_status', (row) => row.original_status],
    ['payout', (row) => row.payout],
    ['refunded', (row) => row.refunded],
    ['currency', (row) => row.currency],
    ['revenue', (row) => row.revenue],
    ['source', (row) => t(`conversions:source.${row.source}`)],
    ['transaction_id', (row) => row.transaction_id],
    ['click_id', (row) => row.click_id],
    ['id', (row) => row.id],
    ['country', (row) => row.country],
    ['language', (row) => row.language],
    ['device', (row) => row.device],
    ['os', (row) => row.os],
    ['browser', (row) => row.browser],
    ...range(SUBS.length).map((index): Column => [`sub${index + 1}`, (row) => row.subs[index] ?? '']),
    ...range(CONVERSION_PARAMS).map((index): Column => [`param${index + 1}`, (row) => row.params[index] ?? '']),
  ];
}

/** Local time in a format that spreadsheets recognize: 2026-05-31 14:05:09. */
function createTimeFormatter(timeZone: string): (iso: string) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return (iso) => format.format(new Date(iso));
}
