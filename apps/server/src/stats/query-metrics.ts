import type { Dimension } from '@poklik/contract/statistics';
import { type MetricTotals, zeroTotals } from '@poklik/domain/statistics/metrics';
import type { Clickhouse } from '../stores/clickhouse.ts';
import { isRollupDimension, keyText } from './dimension-columns.ts';
import { buildSources, keyNames, type MetricsScope, needsTypes } from './metrics-sources.ts';
import {
  countMeasures,
  isNotEmpty,
  type MetricsView,
  measureNames,
  measuresSql,
  orderBySql,
  parseTotals,
  type RowOrder,
} from './metrics-sql.ts';
import type { Period } from './period.ts';
import { asksSteps, placeTypes } from './type-places.ts';

/** One grouping of the events in a scope: totals, a time series or a breakdown. */
export interface MetricsPanel {
  /** Totals if empty. */
  groupBy: readonly Dimension[];
  /** By key if missing. */
  sort?: RowOrder;
  /** All rows, in no particular order, if missing. */
  page?: { limit: number; offset: number };
  /** Another period than the scope's. */
  period?: Period;
  /** With conversions as they stood then, in seconds; as they are by default. */
  asOf?: number;
}

export interface MetricsQuery extends MetricsScope, Omit<MetricsPanel, 'period' | 'asOf'> {}

export interface MetricsRow extends MetricTotals {
  keys: string[];
}

export interface PanelResult {
  rows: MetricsRow[];
  /** Number of rows on all pages. */
  total: number;
}

export interface MetricsResult extends PanelResult {
  /** Totals of all rows. */
  totals: MetricTotals;
}

type Client = Clickhouse['client'];
type Results<P extends readonly (MetricsPanel | null)[]> = { [K in keyof P]: PanelResult };

const TOTALS_PANEL: MetricsPanel = { groupBy: [] };
const NO_ROWS: PanelResult = { rows: [], total: 0 };
/** Approval rates of many campaigns make long statements. */
const FORMAT = {
  format: 'JSONCompactEachRow',
  clickhouse_settings: { output_format_json_quote_64bit_integers: 1, max_query_size: '16777216' },
} as const;

/** Runs all panels of a screen as one statement, because planning statements takes longer than counting. */
export async function queryPanels<const P extends readonly (MetricsPanel | null)[]>(
  client: Client,
  scope: MetricsScope,
  panels: P,
): Promise<Results<P>> {
  const asked = panels.filter((panel) => panel !== null);
  const plan = planScans(scope, asked);
  const { query, query_params, orders, keyCount } = buildStatement(scope, plan, asked);
  const answer = await client.query({ query, query_params, ...FORMAT });
  const view = metricsView(scope);
  const found = new Map<string, FoundRow[]>();
  for (const line of await answer.json<string[]>()) {
    const row = parseRow(line, keyCount, view);
    const set = `${line[0]} ${line[1]}`;
    const rows = found.get(set);
    if (rows) rows.push(row);
    else found.set(set, [row]);
  }
  const resultOf = (panel: MetricsPanel | null): PanelResult => {
    const place = panel && plan.places.get(panel);
    if (!place) return NO_ROWS;
    const all = found.get(`${place.scan} ${place.set}`) ?? [];
    const keyed = ({ keys, totals }: FoundRow): MetricsRow =>
      Object.assign(totals, { keys: keys.slice(0, panel.groupBy.length) });
    if (!panel.page) return { rows: all.map(keyed), total: all.length };
    const order = orders.indexOf(orderOf(scope, panel, keyCount));
    const { limit, offset } = panel.page;
    const rank = (row: FoundRow): number => row.ranks[order] ?? 0;
    const rows = all.filter((row) => rank(row) > offset && rank(row) <= offset + limit);
    return { rows: rows.sort((one, other) => rank(one) - rank(other)).map(keyed), total: all[0]?.total ?? 0 };
  };
  return panels.map(resultOf) as Results<P>;
}

/** One grouping with its totals. */
export async function queryMetrics(
  client: Client,
  { groupBy, sort, page, ...scope }: MetricsQuery,
): Promise<MetricsResult> {
  const panel = { groupBy, ...(sort ? { sort } : {}), ...(page ? { page } : {}) };
  const [result, totals] = await queryPanels(client, scope, [panel, TOTALS_PANEL]);
  return { ...result, totals: totalsOf(totals, scope.types) };
}

export function totalsOf({ rows: [row] }: PanelResult, types?: readonly string[]): MetricTotals {
  if (!row) return zeroTotals(types);
  const { keys: _, ...totals } = row;
  return totals;
}

/** All rows of one grouping in order, as a stream. */
export async function* streamMetrics(
  client: Client,
  { groupBy, sort, ...scope }: Omit<MetricsQuery, 'page'>,
): AsyncGenerator<MetricsRow[]> {
  const panel = { groupBy, ...(sort ? { sort } : {}) };
  const { query, query_params, keyCount } = buildStatement(scope, planScans(scope, [panel]), [panel]);
  const answer = await client.query({
    query: `${query} ORDER BY ${orderOf(scope, panel, keyCount)}`,
    query_params,
    ...FORMAT,
  });
  const view = metricsView(scope);
  for await (const lines of answer.stream<string[]>()) {
    yield lines.map((line) => {
      const { keys, totals } = parseRow(line.json(), keyCount, view);
      return { ...totals, keys };
    });
  }
}

/** One read of the events: from the rollups or the event tables, of one period, for several groupings. */
interface Scan {
  period: Period;
  asOf: number | undefined;
  isRollup: boolean;
  sets: (readonly Dimension[])[];
}

interface Plan {
  scans: Scan[];
  places: Map<MetricsPanel, { scan: number; set: number }>;
}

/** Panels share a scan if they have the same period and all their dimensions are in the same tables. */
function planScans(scope: MetricsScope, panels: readonly MetricsPanel[]): Plan {
  const scans: Scan[] = [];
  const places: Plan['places'] = new Map();
  const canReadRollup =
    !scope.isFromEvents && !asksSteps(scope) && scope.filters.every(({ dimension }) => isRollupDimension(dimension));
  // Totals come last, because they can be read in any scan of their period; rollups are preferred.
  const ordered = [...panels].sort((one, other) => other.groupBy.length - one.groupBy.length);
  for (const panel of ordered) {
    const { groupBy, period = scope.period, asOf } = panel;
    const isRollup = canReadRollup && groupBy.every(isRollupDimension);
    const same = scans.filter(
      (scan) => scan.period.from === period.from && scan.period.until === period.until && scan.asOf === asOf,
    );
    const fits = (scan: Scan): boolean =>
      scan.isRollup === isRollup && !scan.sets.some((set) => isPermuted(set, groupBy));
    let scan = same.find(fits) ?? (groupBy.length === 0 ? same[0] : undefined);
    if (!scan) {
      scan = { period, asOf, isRollup, sets: [] };
      scans.push(scan);
    }
    let set = scan.sets.findIndex((own) => own.join() === groupBy.join());
    if (set < 0) set = scan.sets.push(groupBy) - 1;
    places.set(panel, { scan: scans.indexOf(scan), set });
  }
  return { scans, places };
}

/** The same dimensions in another order cannot be told apart in one scan. */
const isPermuted = (one: readonly Dimension[], other: readonly Dimension[]): boolean =>
  one.join() !== other.join() && [...one].sort().join() === [...other].sort().join();

/**
 * Rows of scan, set, keys, measures, number of rows in the set, and their ranks in each order. The first row of a set is
 * always there, because it tells how many there are.
 */
function buildStatement(scope: MetricsScope, { scans, places }: Plan, panels: readonly MetricsPanel[]) {
  const keyCount = Math.max(...panels.map(({ groupBy }) => groupBy.length));
  const orders = [...new Set(panels.flatMap((panel) => (panel.page ? [orderOf(scope, panel, keyCount)] : [])))];
  // Rates of the whole time are the same for every scan, so they are named once.
  const ratePeriod = {
    from: Math.min(...scans.map(({ period }) => period.from)),
    until: Math.max(...scans.map(({ period }) => period.until)),
  };
  const built = scans.map((scan, index) => buildScan(scope, scan, { index, keyCount, ratePeriod }));
  const columns = ['scan', 'grouped', ...listKeys(keyCount), ...measureNames(metricsView(scope))].join(', ');
  const rows = `SELECT ${columns} FROM (${built.map(({ sql }) => sql).join(' UNION ALL ')}) WHERE ${isNotEmpty(metricsView(scope))}`;
  const query_params = Object.assign({}, ...built.map(({ params }) => params));
  if (orders.length === 0) return { query: rows, query_params, orders, keyCount };
  const ranks = orders.map(
    (order, index) => `row_number() OVER (PARTITION BY scan, grouped ORDER BY ${order}) AS rank${index}`,
  );
  const conditions = panels.map((panel) => {
    const { scan, set } = places.get(panel) ?? { scan: 0, set: 0 };
    const own = `scan = ${scan} AND grouped = ${set}`;
    if (!panel.page) return `(${own})`;
    const rank = `rank${orders.indexOf(orderOf(scope, panel, keyCount))}`;
    const { limit, offset } = panel.page;
    return `(${own} AND (${rank} = 1 OR (${rank} > ${offset} AND ${rank} <= ${offset + limit})))`;
  });
  return {
    query: `
      SELECT * FROM (SELECT *, count() OVER (PARTITION BY scan, grouped) AS total, ${ranks.join(', ')} FROM (${rows}))
      WHERE ${conditions.join(' OR ')}`,
    query_params,
    orders,
    keyCount,
  };
}

/** Over all keys of the statement, so that panels share orders; keys that a panel lacks are empty. */
const orderOf = (scope: MetricsScope, { sort }: MetricsPanel, keyCount: number): string =>
  orderBySql(sort, listKeys(keyCount), metricsView(scope));
const listKeys = (count: number): string[] => Array.from({ length: count }, (_, index) => `k${index}`);

function buildScan(
  scope: MetricsScope,
  { period, asOf, isRollup, sets }: Scan,
  { index, keyCount, ratePeriod }: { index: number; keyCount: number; ratePeriod: Period },
): { sql: string; params: Record<string, unknown> } {
  const dimensions = [...new Set(sets.flat())];
  const { sql, params } = buildSources({ ...scope, period }, { groupBy: dimensions, isRollup, asOf, ratePeriod });
  const names = keyNames(dimensions);
  const nameOf = (dimension: Dimension): string => names[dimensions.indexOf(dimension)] as string;
  // One bit per dimension, the last one lowest; 0 if the row is grouped by it.
  const bitsOf = (set: readonly Dimension[]): number =>
    dimensions.reduce((bits, dimension) => bits * 2 + (set.includes(dimension) ? 0 : 1), 0);
  const bySet = (values: readonly string[], otherwise: string): string => {
    const branches = sets.map((set, place) => `grouping(${names.join(', ')}) = ${bitsOf(set)}, ${values[place]}`);
    return values.length === 1 ? (values[0] as string) : `multiIf(${branches.join(', ')}, ${otherwise})`;
  };
  const keyTexts = Array.from({ length: keyCount }, (_, place) => {
    const texts = sets.map((set) => (set[place] ? keyText(set[place], nameOf(set[place])) : "''"));
    return `${texts.every((text) => text === "''") ? "''" : bySet(texts, "''")} AS k${place}`;
  });
  const grouped = bySet(
    sets.map((_, place) => String(place)),
    '0',
  );
  const groupBy =
    dimensions.length > 0
      ? `GROUP BY GROUPING SETS (${sets.map((set) => `(${set.map(nameOf).join(', ')})`).join(', ')})`
      : '';
  return {
    sql: `SELECT ${[`toUInt8(${index}) AS scan`, `toUInt8(${grouped}) AS grouped`, ...keyTexts, measuresSql(metricsView(scope))].join(', ')} FROM (${sql}) ${groupBy}`,
    params,
  };
}

interface FoundRow {
  keys: string[];
  totals: MetricTotals;
  total: number;
  ranks: number[];
}

const metricsView = (scope: MetricsScope): MetricsView => ({
  basis: scope.revenueBasis ?? 'approved',
  isRated: scope.expectation !== undefined,
  types: scope.types ?? [],
  placed: placeTypes(scope),
  hasTypes: needsTypes(scope),
  ltv: scope.ltv,
});

function parseRow(line: readonly string[], keyCount: number, view: MetricsView): FoundRow {
  const measures = 2 + keyCount;
  const end = measures + countMeasures(view);
  const [total = '0', ...ranks] = line.slice(end);
  return {
    keys: line.slice(2, measures),
    totals: parseTotals(line.slice(measures, end), view),
    total: Number(total),
    ranks: ranks.map(Number),
  };
}
