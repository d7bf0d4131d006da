import { IMPORT_ROWS_MAX, type ImportReport } from '@poklik/contract/conversions';
import { AppError } from '@poklik/contract/errors';
import type { Language } from '@poklik/contract/language';
import { CURRENCIES } from '@poklik/contract/money';
import { type CsvRow, csvRows } from '@poklik/domain/conversions/csv-rows';
import { type PostbackFields, postbackFields } from '@poklik/domain/conversions/postback-fields';
import { asMeant, csvText } from '@poklik/domain/csv/csv-text';
import type { Caller } from '../../http/caller.ts';
import type { Services } from '../../services.ts';
import type { ReportOutcome } from './apply-reports.ts';
import { applyTheirs, reachableClicks, reportBy } from './conversions.service.ts';

type Tools = Pick<Services, 'db' | 'clickhouse' | 'log'>;
type Author = Pick<Caller, 'accountId' | 'campaignIds' | 'userId' | 'language'>;
type Row = ImportReport['examples'][number] & Pick<CsvRow, 'cells'>;

const EXAMPLES = 50;
const CLICK_NAMES = ['cid', 'click_id', 'clickid', 'subid'];
const KNOWN_CURRENCIES: ReadonlySet<string> = new Set(CURRENCIES);

/** Ends a transaction that was only a rehearsal. */
class Rehearsed extends Error {
  constructor(readonly outcomes: ReportOutcome[]) {
    super('rehearsed');
  }
}

/**
 * Adds the rows of a file, all that can be added, or rehearses it: the same work in a transaction that is taken back,
 * so the rehearsal says exactly what would happen.
 */
export async function importConversions(
  tools: Tools,
  author: Author,
  { csv, isRehearsal }: { csv: string; isRehearsal: boolean },
): Promise<ImportReport> {
  const [head, ...rows] = csvRows(csv);
  const columns = (head?.cells ?? []).map((name) => name.trim().toLowerCase());
  if (!head || !columns.some((name) => CLICK_NAMES.includes(name))) throw badFile('import_columns');
  if (rows.length === 0) throw badFile('import_empty');
  if (rows.length > IMPORT_ROWS_MAX) throw badFile('too_many', { max: IMPORT_ROWS_MAX });
  const read = rows.map((row) => ({ row, ...readRow(columns, row) }));
  const good = read.filter(({ problem }) => problem === '');
  const clicks = await reachableClicks(
    tools,
    author,
    good.map(({ fields }) => fields.clickId),
  );
  const reports = good.map(({ fields: { clickId, payout, ...fields } }) =>
    reportBy(author, 'import', clickId, { ...fields, payout: payout ?? null, params: [...fields.params] }),
  );
  const outcomes = await tools.db
    .transaction(async (tx) => {
      const done = await applyTheirs(tx, reports, clicks);
      if (isRehearsal) throw new Rehearsed(done);
      return done;
    })
    .catch((error: unknown) => {
      if (error instanceof Rehearsed) return error.outcomes;
      throw error;
    });
  const verdicts = new Map(good.map(({ row }, place) => [row, verdictOf(outcomes[place])]));
  const judged = read.map(({ row, problem }) => ({
    ...row,
    ...(verdicts.get(row) ?? { verdict: 'bad_row' as const, reason: problem }),
  }));
  return reportOf(head, judged, author.language);
}

const badFile = (key: string, values: Record<string, number> = {}): AppError =>
  new AppError('invalid_request', { fields: { csv: [{ key, values }] } });

/** Columns have the names of a postback's parameters. The problem is the column that cannot be read. */
function readRow(columns: readonly string[], { cells }: CsvRow): { fields: PostbackFields; problem: string } {
  const fields = postbackFields((name) => asMeant(cells[columns.indexOf(name)] ?? ''));
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

function reportOf(head: CsvRow, rows: readonly Row[], language: Language): ImportReport {
  const bad = rows.filter(({ verdict }) => verdict !== 'ok');
  const count = (wanted: Row['verdict']) => rows.filter(({ verdict }) => verdict === wanted).length;
  const file = [['reason', ...head.cells], ...bad.map(({ reason, cells }) => [reason, ...cells])];
  return {
    rows: rows.length,
    ok: count('ok'),
    duplicate: count('duplicate'),
    unknown_click: count('unknown_click'),
    bad_row: count('bad_row'),
    bad_rows_csv: bad.length === 0 ? '' : csvText(file, language),
    examples: bad.slice(0, EXAMPLES),
  };
}
