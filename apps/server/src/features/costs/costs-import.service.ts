import {
  COST_BOTS,
  COST_DIMENSIONS,
  COST_IMPORT_ROWS_MAX,
  COST_ROW_RESULTS,
  type CostImportReport,
  NewCost,
} from '@poklik/contract/costs';
import { invalidField } from '@poklik/contract/errors';
import { BASE_CURRENCY } from '@poklik/contract/money';
import { type CsvRow, csvRows } from '@poklik/domain/conversions/csv-rows';
import { unescapeCell } from '@poklik/domain/csv/csv-text';
import { fromMicro } from '@poklik/domain/money/amount';
import { parseAmount } from '@poklik/domain/money/parse-amount';
import type { Caller } from '../../http/caller.ts';
import type { Services } from '../../services.ts';
import { type EntryContext, isProblem, readCostEntry } from './cost-entry.service.ts';
import { listLiveEntries, type NewCostEntryRow } from './costs.repo.ts';
import { addEntries, createEntryContext } from './costs.service.ts';
import { type MeasuredCost, measureCosts } from './measure-costs.service.ts';

type Verdict = (typeof COST_ROW_RESULTS)[number];

interface ImportedRow {
  line: number;
  text: string;
  verdict: Verdict;
  reason: string;
  entry?: NewCostEntryRow;
}

const EXAMPLES_MAX = 50;
/** Column names of other trackers. */
const ALIASES: Readonly<Record<string, string>> = {
  campaign: 'campaign_id',
  company_id: 'campaign_id',
  time_zone: 'timezone',
  cost: 'amount',
  date: 'start',
  start_date: 'start',
  end_date: 'end',
};
const REQUIRED = ['campaign_id', 'start', 'amount'];
const VERDICTS: Readonly<Record<string, Verdict>> = {
  campaign_missing: 'unknown_campaign',
  too_old: 'too_old',
  no_rate: 'no_rate',
};

/** Adds every valid row that is not there yet; a dry run only says which. */
export async function importCosts(
  services: Pick<Services, 'db' | 'clickhouse' | 'log'>,
  caller: Caller,
  { csv, dry_run: isDryRun }: { csv: string; dry_run: boolean },
): Promise<CostImportReport> {
  const { db } = services;
  const [head, ...lines] = readLines(csv);
  const columns = (head?.cells ?? []).map(columnName);
  if (REQUIRED.some((name) => !columns.includes(name))) throw invalidField('csv', 'cost_columns');
  if (lines.length === 0) throw invalidField('csv', 'import_empty');
  const asked = lines.map((row) => ({ row, cells: readCells(columns, row) }));
  const campaignIds = asked.map(({ cells }) => Number(cells.get('campaign_id'))).filter(Number.isSafeInteger);
  const context = await createEntryContext(db, caller, 'csv', campaignIds);
  const known = new Set((await listLiveEntries(db, [...context.campaigns.keys()])).map(sameKey));
  const rows = asked.map(({ row, cells }) => readRow(row, cells, context, known));
  const added = rows.flatMap(({ entry }) => entry ?? []);
  const measured = await measureCosts(services, added, context);
  const clicks = new Map(added.map((entry, place) => [entry, measured[place] as MeasuredCost]));
  for (const row of rows) if (row.entry && clicks.get(row.entry)?.clicks === 0) row.verdict = 'no_clicks';
  if (!isDryRun) await db.transaction((tx) => addEntries(tx, caller, added, measured));
  return toReport(rows);
}

function readLines(csv: string): CsvRow[] {
  const rows: CsvRow[] = [];
  for (const row of csvRows(csv)) {
    rows.push(row);
    if (rows.length > COST_IMPORT_ROWS_MAX + 1)
      throw invalidField('csv', { key: 'too_many', values: { max: COST_IMPORT_ROWS_MAX } });
  }
  return rows;
}

function columnName(cell: string): string {
  const name = unescapeCell(cell).trim().toLowerCase().replace(/\s+/g, '_');
  return ALIASES[name] ?? name;
}

const readCells = (columns: readonly string[], { cells }: CsvRow): Map<string, string> =>
  new Map(columns.map((name, place) => [name, unescapeCell(cells[place] ?? '').trim()]));

function readRow(
  { line, text }: CsvRow,
  cells: ReadonlyMap<string, string>,
  context: EntryContext,
  known: Set<string>,
): ImportedRow {
  const row = { line, text };
  const parsed = NewCost.safeParse(toInput(cells));
  if (!parsed.success) return { ...row, verdict: 'bad_row', reason: String(parsed.error.issues[0]?.path[0] ?? '') };
  const read = readCostEntry(parsed.data, context);
  if (isProblem(read)) return { ...row, verdict: VERDICTS[read.key] ?? 'bad_row', reason: read.field };
  const key = sameKey(read);
  if (known.has(key)) return { ...row, verdict: 'same', reason: 'same' };
  known.add(key);
  return { ...row, verdict: 'ok', reason: '', entry: read };
}

/** Empty cells are like missing columns; columns named like a dimension or `sub1` are filters. */
function toInput(cells: ReadonlyMap<string, string>): unknown {
  const cell = (name: string): string | undefined => cells.get(name) || undefined;
  const token = cell('token_number') === undefined ? [] : [[`sub${cell('token_number')}`, cell('token_value') ?? '']];
  const named = COST_DIMENSIONS.flatMap((name) => (cell(name) === undefined ? [] : [[name, cell(name)]]));
  return {
    campaign_id: Number(cell('campaign_id')),
    start: cell('start'),
    end: cell('end') ?? cell('start')?.slice(0, 10),
    timezone: cell('timezone'),
    filters: [...named, ...token].map(([dimension, value]) => ({ dimension, values: [value] })),
    amount: parseAmount(cell('amount') ?? ''),
    currency: cell('currency')?.toUpperCase() ?? BASE_CURRENCY,
    mode: cell('mode'),
    kind: cell('kind'),
    spread: cell('spread'),
    over: cell('over'),
    bots: COST_BOTS.find((name) => name === cell('bots')),
    note: cell('note'),
  };
}

const sameKey = (row: NewCostEntryRow): string => {
  const { campaignId, startsAt, endsAt, filters, amountMicro, currency, mode, kind, spread, over, bots } = row;
  const span = [startsAt.getTime(), endsAt.getTime()];
  const asked = filters.map(({ dimension, operator, values }) => [dimension, operator, values]);
  return JSON.stringify([campaignId, span, asked, String(amountMicro), currency, mode, kind, spread, over, bots]);
};

function toReport(rows: readonly ImportedRow[]): CostImportReport {
  const totals = new Map<string, bigint>();
  for (const { entry } of rows) {
    if (entry) totals.set(entry.currency, (totals.get(entry.currency) ?? 0n) + entry.amountMicro);
  }
  const count = (verdict: Verdict): number => rows.filter((row) => row.verdict === verdict).length;
  return {
    rows: rows.length,
    counts: Object.fromEntries(
      COST_ROW_RESULTS.map((verdict) => [verdict, count(verdict)]),
    ) as CostImportReport['counts'],
    totals: [...totals].map(([currency, amount]) => ({ currency, amount: fromMicro(amount) })),
    examples: rows
      .filter(({ verdict }) => verdict !== 'ok')
      .slice(0, EXAMPLES_MAX)
      .map(({ line, verdict, reason, text }) => ({ line, verdict, reason, text })),
  };
}
