import { pricedUntil } from '@poklik/domain/costs/cost-span';
import { fromMicro } from '@poklik/domain/money/amount';
import { type RateSince, rateAt, toBaseMicro } from '@poklik/domain/money/currency-rates';
import { type MetricTotals, metricValue, ZERO_TOTALS } from '@poklik/domain/statistics/metrics';
import type { Services } from '../../services.ts';
import type { MetricsScope } from '../../stats/metrics-sources.ts';
import { queryMetrics } from '../../stats/query-metrics.ts';
import { clientOf } from '../../stores/shards/ask-shards.ts';
import { tryQuestion } from '../../stores/try-clickhouse.ts';
import { listPaidByImpression } from '../campaigns/campaigns.repo.ts';
import type { NewCostEntryRow } from './costs.repo.ts';

/** The clicks of an entry and their cost in the base currency, in micro units; null where unknown. */
export interface MeasuredCost {
  clicks: number | null;
  unpricedClicks: number | null;
  before: bigint | null;
  after: bigint | null;
}

const UNKNOWN: MeasuredCost = { clicks: null, unpricedClicks: null, before: null, after: null };
const GROUPED_MAX = 3;
const PATIENCE_MS = 20_000;

interface Measuring {
  rates: readonly RateSince[];
  now: number;
}

/** An unavailable analytics database keeps no cost from being added. */
export async function measureCosts(
  services: Pick<Services, 'db' | 'clickhouse' | 'log'>,
  rows: readonly NewCostEntryRow[],
  context: Measuring,
): Promise<MeasuredCost[]> {
  const measured = await tryQuestion(services, () => measureAll(services, rows, context), PATIENCE_MS);
  return measured ?? rows.map(() => UNKNOWN);
}

/** Entries that differ only in the values of their filters are measured by one query. */
async function measureAll(
  { db, clickhouse }: Pick<Services, 'db' | 'clickhouse'>,
  rows: readonly NewCostEntryRow[],
  { rates, now }: Measuring,
): Promise<MeasuredCost[]> {
  const [first] = rows;
  if (!first) return [];
  const paidByImpression = await listPaidByImpression(db, first.accountId);
  const batches = new Map<string, NewCostEntryRow[]>();
  for (const row of rows) {
    const key = batchKey(row);
    batches.set(key, [...(batches.get(key) ?? []), row]);
  }
  const measured = new Map<NewCostEntryRow, MeasuredCost>();
  for (const batch of batches.values()) {
    const totals = await measureBatch({ clickhouse }, batch, { rates, now, paidByImpression });
    for (const row of batch) measured.set(row, toMeasured(row, totals.get(row) ?? ZERO_TOTALS, rates));
  }
  return rows.flatMap((row) => measured.get(row) ?? []);
}

const isGrouped = ({ filters }: NewCostEntryRow): boolean =>
  filters.length > 0 &&
  filters.length <= GROUPED_MAX &&
  filters.every(({ operator, values }) => operator === 'in' && values.length === 1);

const batchKey = (row: NewCostEntryRow): string => {
  const { campaignId, startsAt, endsAt, filters } = row;
  const asked = isGrouped(row) ? filters.map(({ dimension }) => dimension) : filters;
  return JSON.stringify([campaignId, startsAt, endsAt, isGrouped(row), asked]);
};

async function measureBatch(
  { clickhouse }: Pick<Services, 'clickhouse'>,
  batch: readonly NewCostEntryRow[],
  { rates, now, paidByImpression }: Measuring & { paidByImpression: readonly number[] },
): Promise<Map<NewCostEntryRow, MetricTotals>> {
  const [row] = batch as [NewCostEntryRow];
  const scope: MetricsScope = {
    ...{ accountId: row.accountId, campaignIds: [row.campaignId], rates, paidByImpression },
    period: { from: row.startsAt.getTime() / 1000, until: pricedUntil(row.endsAt.getTime() / 1000, now) },
    ...{ timeZone: 'UTC', timeBasis: 'click', filters: isGrouped(row) ? [] : row.filters },
  };
  const client = await clientOf(clickhouse, row.accountId);
  if (!isGrouped(row)) {
    const { totals } = await queryMetrics(client, { ...scope, groupBy: [] });
    return new Map(batch.map((each) => [each, totals]));
  }
  const groupBy = row.filters.map(({ dimension }) => dimension);
  const { rows } = await queryMetrics(client, { ...scope, groupBy });
  const byKeys = new Map(rows.map((found) => [JSON.stringify(found.keys), found]));
  return new Map(
    batch.flatMap((each) => {
      const found = byKeys.get(JSON.stringify(each.filters.map(({ values }) => values[0])));
      return found ? [[each, found] as const] : [];
    }),
  );
}

function toMeasured(row: NewCostEntryRow, totals: MetricTotals, rates: readonly RateSince[]): MeasuredCost {
  const before = metricValue(totals, 'cost') as bigint | null;
  const rate = rateAt(rates, row.currency, row.startsAt.getTime());
  const isOneRate = rate === rateAt(rates, row.currency, row.endsAt.getTime() - 1);
  const amount = rate === null || !isOneRate ? null : storable(toBaseMicro(row.amountMicro, rate));
  const { clicks, unpriced_clicks: unpricedClicks } = totals;
  const sum = before === null || amount === null ? null : storable(before + amount);
  // What is added makes an unknown cost known, unless it is a fee.
  const added = before === null && row.kind === 'spend' ? amount : sum;
  return { clicks, unpricedClicks, before, after: row.mode === 'set' ? amount : added };
}

const STORED_MAX = 2n ** 63n - 1n;
/** Null for an amount that no rate makes sensible. */
const storable = (micro: bigint): bigint | null => (micro <= STORED_MAX ? micro : null);

export const amountOrNull = (micro: bigint | null | undefined): string | null =>
  micro === null || micro === undefined ? null : fromMicro(micro);
