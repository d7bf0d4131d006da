import { setImmediate as nextTurn } from 'node:timers/promises';
import { IMPORT_ROWS_MAX, type ImportReport } from '@poklik/contract/conversions';
import { type AppError, invalidField } from '@poklik/contract/errors';
import type { Language } from '@poklik/contract/language';
import { CURRENCIES } from '@poklik/contract/money';
import { type CsvRow, csvRows } from '@poklik/domain/conversions/csv-rows';
import { type PostbackFields, parsePostback } from '@poklik/domain/conversions/postback-fields';
import { unescapeCell } from '@poklik/domain/csv/csv-text';
import type { Caller } from '../../http/caller.ts';
import { buildCsv, chunkRows } from '../../http/streams/csv-stream.ts';
import type { Services } from '../../services.ts';
import { createRecordContext, findAccessibleClicks, recordWithLock, toConversionInput } from './conversions.service.ts';
import {
  createKnownConversions,
  evaluateConversions,
  type KnownConversions,
  type RecordResult,
} from './record-conversions.service.ts';

type Tools = Pick<Services, 'db' | 'clickhouse' | 'metrics' | 'log'>;
type Author = Pick<Caller, 'accountId' | 'campaignIds' | 'userId' | 'language'>;
type Row = ImportReport['examples'][number] & Pick<CsvRow, 'cells'>;

const EXAMPLES_MAX = 50;
const CLICK_ID_COLUMNS = ['cid', 'click_id', 'clickid', 'subid'];
const KNOWN_CURRENCIES: ReadonlySet<string> = new Set(CURRENCIES);

/** Short transactions, so that a long import does not block other conversions. */
const BATCH_ROWS = 250;

/**
 * Imports all valid rows; a dry run evaluates them without saving.
 * An interrupted import can be repeated: rows that were added count as duplicates.
 */
export async function importConversions(
  tools: Tools,
  author: Author,
  { csv, isRehearsal: isDryRun }: { csv: string; isRehearsal: boolean },
): Promise<ImportReport> {
  const [head, ...rows] = await parseRows(csv);
  const columns = (head?.cells ?? []).map((name) => name.trim().toLowerCase());
  if (!head || !columns.some((name) => CLICK_ID_COLUMNS.includes(name))) throw fileError('import_columns');
  if (rows.length === 0) throw fileError('import_empty');
  if (rows.length > IMPORT_ROWS_MAX) throw fileError('too_many', { max: IMPORT_ROWS_MAX });
  const known = isDryRun ? createKnownConversions() : undefined;
  const processed: Row[] = [];
  for await (const part of chunkRows(rows, BATCH_ROWS)) {
    const read = part.map((row) => ({ row, ...readRow(columns, row) }));
    const good = read.filter(({ problem }) => problem === '');
    const outcomes = await processRows(
      tools,
      author,
      good.map(({ fields }) => fields),
      known,
    );
    const results = new Map(good.map(({ row }, index) => [row, toRowResult(outcomes[index])]));
    for (const { row, problem } of read)
      processed.push({ ...row, ...(results.get(row) ?? { verdict: 'bad_row' as const, reason: problem }) });
  }
  return toImportReport(head, processed, author.language);
}

/** Yields to the event loop between batches. */
async function parseRows(csv: string): Promise<CsvRow[]> {
  const rows: CsvRow[] = [];
  for (const row of csvRows(csv)) {
    rows.push(row);
    if (rows.length % BATCH_ROWS === 0) await nextTurn();
    // One row over the limit plus the header is enough to reject the file.
    if (rows.length > IMPORT_ROWS_MAX + 1) break;
  }
  return rows;
}

/** Saves the rows unless `known` is given (dry run). */
async function processRows(
  tools: Tools,
  author: Author,
  rows: readonly PostbackFields[],
  known: KnownConversions | undefined,
): Promise<RecordResult[]> {
  const clicks = await findAccessibleClicks(
    tools,
    author,
    rows.map(({ clickId }) => clickId),
  );
  const inputs = rows.map(({ clickId, payout, ...fields }) =>
    toConversionInput(author, 'import', clickId, { ...fields, payout: payout ?? null, params: [...fields.params] }),
  );
  if (!known) return tools.db.transaction((tx) => recordWithLock(tx, inputs, clicks));
  return (await evaluateConversions(tools.db, inputs, await createRecordContext(tools.db, clicks), known)).outcomes;
}

const fileError = (key: string, values: Record<string, number> = {}): AppError => invalidField('csv', { key, values });

/** Columns are named like postback parameters. `problem` is the invalid column. */
function readRow(columns: readonly string[], { cells }: CsvRow): { fields: PostbackFields; problem: string } {
  const fields = parsePostback((name) => unescapeCell(cells[columns.indexOf(name)] ?? ''));
  if (fields.clickId === '') return { fields, problem: 'click_id' };
  if (fields.payout === undefined) return { fields, problem: 'payout' };
  if (fields.currency !== '' && !KNOWN_CURRENCIES.has(fields.currency)) return { fields, problem: 'currency' };
  return { fields, problem: cells.length > columns.length ? 'columns' : '' };
}

function toRowResult(outcome: RecordResult | undefined): Pick<Row, 'verdict' | 'reason'> {
  const result = outcome?.result ?? 'unknown_click';
  if (result === 'accepted' || result === 'updated') return { verdict: 'ok', reason: '' };
  if (result === 'duplicate' || result === 'unknown_click') return { verdict: result, reason: result };
  return { verdict: 'bad_row', reason: result };
}

async function toImportReport(head: CsvRow, rows: readonly Row[], language: Language): Promise<ImportReport> {
  const bad = rows.filter(({ verdict }) => verdict !== 'ok');
  const count = (wanted: Row['verdict']) => rows.filter(({ verdict }) => verdict === wanted).length;
  const cells = bad.map(({ reason, cells: own }) => [reason, ...own]);
  return {
    rows: rows.length,
    ok: count('ok'),
    duplicate: count('duplicate'),
    unknown_click: count('unknown_click'),
    bad_row: count('bad_row'),
    bad_rows_csv:
      bad.length === 0 ? '' : await buildCsv(['reason', ...head.cells], chunkRows(cells, BATCH_ROWS), language),
    examples: bad.slice(0, EXAMPLES_MAX),
  };
}
