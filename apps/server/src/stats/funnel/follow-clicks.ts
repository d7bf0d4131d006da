import type { FunnelMetric } from '@poklik/contract/statistics-funnel';
import { ClickOutcome } from '@poklik/domain/clicks/click-outcome';
import { EVENTS } from '@poklik/domain/statistics/metrics';
import type { Clickhouse } from '../../stores/clickhouse.ts';
import type { EventTable } from '../dimension-columns.ts';
import { buildSources, type MetricsScope } from '../metrics-sources.ts';
import { EVENT_KINDS } from '../sources/source-columns.ts';
import { placeTypes, type TypeMatch } from '../type-places.ts';

/** A metric, or the place of a code in `types` of the scope. */
export type FollowedStage = FunnelMetric | { asked: number };

/** Of a row: whose it is, when it happened and how often it counts. Conversions are cancelled by a row with minus one. */
const ROW_COLUMNS: Partial<Record<EventTable, readonly string[]>> = {
  clicks: [
    `if(verdict = ${ClickOutcome.redirected}, click_id, '') AS visit`,
    'toUInt64(toUnixTimestamp64Milli(at)) AS moment',
    'toInt8(1) AS times',
  ],
  counted_events: ['click_id AS visit', 'toUInt64(toUnixTimestamp64Milli(at)) AS moment', 'toInt8(1) AS times'],
  steps: ['click_id AS visit', 'toUInt64(toUnixTimestamp64Milli(at)) AS moment', 'toInt8(1) AS times'],
  conversions: ['click_id AS visit', 'toUInt64(toUnixTimestamp64Milli(at)) AS moment', 'sign AS times'],
};
const NO_ROW = [`'' AS visit`, 'toUInt64(0) AS moment', 'toInt8(0) AS times'];

const { click, bot, unpricedClick, unpricedBot, landerClick, pending, approved, rejected } = EVENT_KINDS;
const OF_EVENTS = EVENTS.map((kind) => EVENT_KINDS[kind]);
const KINDS: Record<FunnelMetric, string> = {
  clicks: `kind IN (${[click, bot, unpricedClick, unpricedBot].join(', ')})`,
  unique_clicks: `kind IN (${[click, bot, unpricedClick, unpricedBot].join(', ')}) AND amount = 1`,
  event_clicks: `kind IN (${OF_EVENTS.join(', ')})`,
  conversions: `kind IN (${[pending, approved, rejected].join(', ')}) AND number != 0`,
  approved: `kind = ${approved} AND number != 0`,
};

const KINDS_OF_MATCH: Record<TypeMatch['kind'], readonly number[]> = {
  event: OF_EVENTS,
  step: [landerClick],
  conversion_type: [pending, approved, rejected],
};

/** A click takes its stages within this time; data is kept for less. */
const WINDOW_MS = 10 * 366 * 86_400_000;
/** What happens in the same millisecond is in the order of the stages; a conversion may be several. */
const ORDERED = 16;

/** Clicks that reach each stage after all stages before. Events and conversions belong to the time of their click. */
export async function followClicks(
  client: Clickhouse['client'],
  scope: MetricsScope,
  stages: readonly FollowedStage[],
): Promise<number[]> {
  const { sql, params } = buildSources(
    { ...scope, timeBasis: 'click' },
    {
      ...{ groupBy: [], isRollup: false, asOf: undefined, ratePeriod: scope.period },
      columnsOf: (source) => ROW_COLUMNS[source] ?? NO_ROW,
    },
  );
  const { matches, places } = placeTypes(scope);
  const condition = (stage: FollowedStage): string => {
    if (typeof stage === 'string') return KINDS[stage];
    const place = places[stage.asked] ?? 0;
    const kinds = KINDS_OF_MATCH[matches[place]?.kind ?? 'conversion_type'];
    return `typePlace = ${place + 1} AND kind IN (${kinds.join(', ')})`;
  };
  const bits = stages.map((stage, place) => `if(${condition(stage)}, ${2 ** place}, 0)`).join(' + ');
  const numbers = stages.map((_, place) => place);
  const answer = await client.query({
    query: `
      SELECT reached, count() FROM (
        SELECT windowFunnel(${WINDOW_MS * ORDERED})(moment * ${ORDERED} + place, ${numbers.map((place) => `place = ${place}`).join(', ')}) AS reached
        FROM (
          SELECT visit, moment, toUInt16(${bits}) AS bits FROM (${sql})
          WHERE visit != '' AND bits != 0 GROUP BY visit, moment, bits HAVING sum(times) > 0
        )
        ARRAY JOIN arrayFilter(each -> bitTest(bits, each), [${numbers.join(', ')}]) AS place
        GROUP BY visit
      )
      WHERE reached > 0 GROUP BY reached`,
    query_params: params,
    format: 'JSONCompactEachRow',
    clickhouse_settings: { output_format_json_quote_64bit_integers: 1 },
  });
  const found = (await answer.json<[number, string]>()).map(([reached, clicks]) => ({
    reached: Number(reached),
    clicks: Number(clicks),
  }));
  return stages.map((_, place) =>
    found.filter(({ reached }) => reached > place).reduce((sum, { clicks }) => sum + clicks, 0),
  );
}
