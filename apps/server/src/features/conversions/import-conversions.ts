import { setImmediate as nextTurn } from 'node:timers/promises';
import { IMPORT_ROWS_MAX, type ImportReport } from '@poklik/contract/conversions';
import { AppError } from '@poklik/contract/errors';
import type { Language } from '@poklik/contract/language';
import { CURRENCIES } from '@poklik/contract/money';
import { type CsvRow, csvRows } from '@poklik/domain/conversions/csv-rows';
import { type PostbackFields, parsePostback } from '@poklik/domain/conversions/postback-fields';
import { unescapeCell } from '@poklik/domain/csv/csv-text';
import type { Caller } from '../../http/caller.ts';
import { batchesOf, csvWhole } from '../../http/csv-parts.ts';
import type { Services } from '../../services.ts';
import { judgeReports, type Known, nothingKnown, type ReportOutcome } from './apply-reports.ts';
import { applyTheirs, reachableClicks, reportBy, surroundingsOf } from './conversions.service.ts';

type Tools = Pick<Services, 'db' | 'clickhouse' | 'log'>;
type Author = Pick<Caller, 'accountId' | 'campaignIds' | 'userId' | 'language'>;
type Row = ImportReport['examples'][number] & Pick<CsvRow, 'cells'>;

const EXAMPLES = 50;
const CLICK_NAMES = ['cid', 'click_id', 'clickid', 'subid'];
const KNOWN_CURRENCIES: ReadonlySet<string> = new Set(CURRENCIES);

/** Short transactions, so that nobody else's conversions wait for the end of a long file. */
const ROWS_AT_ONCE = 250;

/**
 * Adds the rows of a file, all that can be added, or rehearses it, which judges the same without writing anything down.
 * A file whose import broke off half-way can be sent again: what was added counts as a duplicate.
 */
export async function importConversions(
  tools: Tools,
  author: Author,
  { csv, isRehearsal }: { csv: string; isRehearsal: boolean },
): Promise<ImportReport> {
  const [head, ...rows] = await parsed(csv);
  const columns = (head?.cells ?? []).map((name) => name.trim().toLowerCase());
  if (!head || !columns.some((name) => CLICK_NAMES.includes(name))) throw badFile('import_columns');
  if (rows.length === 0) throw badFile('import_empty');
  if (rows.length > IMPORT_ROWS_MAX) throw badFile('too_many', { max: IMPORT_ROWS_MAX });
  const known = isRehearsal ? nothingKnown() : undefined;
  const judged: Row[] = [];
  for await (const part of batchesOf(rows, ROWS_AT_ONCE)) {
    const read = part.map((row) => ({ row, ...readRow(columns, row) }));
    const good = read.filter(({ problem }) => problem === '');
    const outcomes = await outcomesOf(
      tools,
      author,
      good.map(({ fields }) => fields),
      known,
    );
    const verdicts = new Map(good.map(({ row }, place) => [row, verdictOf(outcomes[place])]));
    for (const { row, problem } of read)
      judged.push({ ...row, ...(verdicts.get(row) ?? { verdict: 'bad_row' as const, reason: problem }) });
  }
  return reportOf(head, judged, author.language);
}

/** Rows in their order, with other requests let in between. */
async function parsed(csv: string): Promise<CsvRow[]> {
  const rows: CsvRow[] = [];
  for (const row of csvRows(csv)) {
    rows.push(row);
    if (rows.length % ROWS_AT_ONCE === 0) await nextTurn();
    // One more than there may be, and the head.
    if (rows.length > IMPORT_ROWS_MAX + 1) break;
  }
  return rows;
}

/** Without what is known already the outcomes are written down. */
async function outcomesOf(
  tools: Tools,
  author: Author,
  rows: readonly PostbackFields[],
  known: Known | undefined,
): Promise<ReportOutcome[]> {
  const clicks = await reachableClicks(
    tools,
    author,
    rows.map(({ clickId }) => clickId),
  );
  const reports = rows.map(({ clickId, payout, ...fields }) =>
    reportBy(author, 'import', clickId, { ...fields, payout: payout ?? null, params: [...fields.params] }),
  );
  if (!known) return tools.db.transaction((tx) => applyTheirs(tx, reports, clicks));
  return (await judgeReports(tools.db, reports, await surroundingsOf(tools.db, clicks), known)).outcomes;
}

const badFile = (key: string, values: Record<string, number> = {}): AppError =>
  new AppError('invalid_request', { fields: { csv: [{ key, values }] } });

/** Columns have the names of a postback's parameters. The problem is the column that cannot be read. */
function readRow(columns: readonly string[], { cells }: CsvRow): { fields: PostbackFields; problem: string } {
  const fields = parsePostback((name) => unescapeCell(cells[columns.indexOf(name)] ?? ''));
  if (fields.clickId === '') return { fields, problem: 'click_id' };
  if (fields.payout === undefined) return { fields, problem: 'payout' };
  if (fields.currency !== '' && !KNOWN_CURRENCIES.has(fields.currency)) return { fields, problem: 'currency' };
  return { fields, problem: cells.length > columns.length ? 'columns' : '' };
}

function verdictOf(outcome: ReportOutcome | undefined): Pick<Row, 'verdict' | 'reason'> {
  const verdict = outcome?.verdict ?? 'unknown_click';
  if (verdict === 'accepted' || verdict === 'updated') return { verdict: 'ok', reason: '' };
  if (verdict === 'duplicate' || verdict === 'unknown_click') return { verdict, reason: verdict };
  return { verdict: 'bad_row', reason: verdict };
}

async function reportOf(head: CsvRow, rows: readonly Row[], language: Language): Promise<ImportReport> {
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
      bad.length === 0 ? '' : await csvWhole(['reason', ...head.cells], batchesOf(cells, ROWS_AT_ONCE), language),
    examples: bad.slice(0, EXAMPLES),
  };
}
