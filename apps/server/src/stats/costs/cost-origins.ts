import type { CostOrigin } from '@poklik/contract/statistics-cost';
import { RATE_SCALE } from '@poklik/domain/money/currency-rates';
import { roundParts } from '@poklik/domain/money/round-parts';
import type { MetricTotals } from '@poklik/domain/statistics/metrics';
import type { Clickhouse } from '../../stores/clickhouse.ts';
import type { EventTable } from '../dimension-columns.ts';
import { buildSources, type MetricsScope } from '../metrics-sources.ts';
import { type MetricsView, measureNames, measuresSql, parseTotals } from '../metrics-sql.ts';
import { placeTypes } from '../type-places.ts';

/** A version of a campaign whose links may carry costs, with its own price of a click for those that don't. */
export interface LinkPricedVersion {
  campaignId: number;
  version: number;
  priceMicro: string;
}

/** Part of a cost, in micro units of the base currency; null if some of it has no rate. */
export interface CostPart {
  origin: CostOrigin;
  /** 0 unless it is a correction. */
  entryId: number;
  micro: bigint | null;
}

/** A cost depends neither on pending conversions nor on types. */
const VIEW: MetricsView = { basis: 'approved', isRated: false, types: [], placed: placeTypes({}), hasTypes: false };
const MEASURES = measureNames(VIEW);
const COST = MEASURES.indexOf('cost');
const UNCONVERTED = MEASURES.indexOf('unconverted');

const ORIGINS: Record<Exclude<EventTable, 'clicks' | 'offer_costs' | 'figures'>, CostOrigin> = {
  page_events: 'impressions',
  // Events and what follows a click cost nothing.
  counted_events: 'impressions',
  landings: 'impressions',
  steps: 'impressions',
  conversions: 'conversions',
  refunds: 'conversions',
  cost_changes: 'corrections',
};

/** A click doesn't say whether its cost is the campaign's price. A link with just that price makes no difference. */
const clickOrigin = (hasLinkCosts: boolean): string =>
  hasLinkCosts
    ? `if(toString(cost_micro) = transform(concat(toString(campaign_id), ':', toString(version)), {versions:Array(String)},
        {prices:Array(String)}, toString(cost_micro)), 'price', 'link')`
    : `'price'`;

/** What the cost of a report consists of. The parts add up to it. */
export async function queryCostOrigins(
  client: Clickhouse['client'],
  scope: MetricsScope,
  linkPriced: readonly LinkPricedVersion[],
): Promise<{ totals: MetricTotals; parts: CostPart[] }> {
  const columnsOf = (source: EventTable): string[] => {
    const isOfClick = source === 'clicks' || source === 'offer_costs' || source === 'figures';
    const origin = isOfClick ? clickOrigin(linkPriced.length > 0) : `'${ORIGINS[source]}'`;
    return [`${origin} AS origin`, `${source === 'cost_changes' ? 'entry_id' : 'toUInt64(0)'} AS entry`];
  };
  const { sql, params } = buildSources(scope, {
    ...{ groupBy: [], isRollup: false, asOf: undefined, ratePeriod: scope.period },
    columnsOf,
  });
  const answer = await client.query({
    query: `SELECT origin, entry, ${measuresSql(VIEW)} FROM (${sql}) GROUP BY origin, entry ORDER BY origin, entry`,
    query_params: {
      ...params,
      ...(linkPriced.length > 0 && {
        versions: linkPriced.map(({ campaignId, version }) => `${campaignId}:${version}`),
        prices: linkPriced.map(({ priceMicro }) => priceMicro),
      }),
    },
    format: 'JSONCompactEachRow',
    clickhouse_settings: { output_format_json_quote_64bit_integers: 1, max_query_size: '16777216' },
  });
  const rows = (await answer.json<string[]>()).map(([origin, entry, ...measures]) => ({
    origin: origin as CostOrigin,
    entryId: Number(entry),
    measures,
  }));
  const sums = MEASURES.map((_, place) =>
    String(rows.reduce((sum, { measures }) => sum + BigInt(measures[place] ?? 0), 0n)),
  );
  const micros = roundParts(
    rows.map(({ measures }) => BigInt(measures[COST] ?? 0)),
    RATE_SCALE,
  );
  return {
    totals: parseTotals(sums, VIEW),
    parts: rows.map(({ measures, ...row }, place) => ({
      ...row,
      micro: Number(measures[UNCONVERTED]) === 0 ? (micros[place] ?? 0n) : null,
    })),
  };
}
