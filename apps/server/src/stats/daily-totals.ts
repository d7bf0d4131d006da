import { type DayTotals, unchangedBetween } from '@poklik/domain/statistics/reconcile';
import type { Clickhouse } from '../stores/clickhouse.ts';
import { askAll } from '../stores/shards/ask-shards.ts';
import { EVENT_KINDS } from './sources/source-columns.ts';

/** Sums over the rows of each table. */
const ROW_SUMS = {
  clicks: 'count(), sum(is_unique), sum(spent_micro) FROM clicks WHERE 1',
  page_events: `count(), 0, sum(cost_micro) FROM page_events WHERE name = 'impression'`,
  counted_events: 'count(), sum(is_first), 0 FROM counted_events WHERE 1',
  steps: `sum(views), sum(lander_clicks), sum(offer_clicks) FROM (
    SELECT account_id, quarter, lander_id != 0 AS views, 0 AS lander_clicks, lander_id = 0 AS offer_clicks
    FROM clicks WHERE verdict = 0 AND (lander_id != 0 OR offer_id != 0)
    UNION ALL SELECT account_id, quarter, next_lander_id != 0, bitTest(firsts, 0), bitTest(firsts, 1)
    FROM steps WHERE verdict = 0) WHERE 1`,
  conversions: 'sum(sign), sum(sign * payout_micro), sum(sign * cost_micro) FROM conversions WHERE 1',
  refunds: 'sum(sign), sum(sign * refunded_micro), 0 FROM conversions WHERE refunded_micro != 0',
  cost_changes: 'sum(unpriced), sum(without_cost), sum(amount_micro) FROM cost_changes WHERE 1',
} as const;

/** Of the redirects to landers and of what follows. */
const STEP_SUMS = [EVENT_KINDS.landerView, EVENT_KINDS.landerClick, EVENT_KINDS.offerClick]
  .map((kind) => `sumIf(events, event = ${kind})`)
  .join(', ');

const rollupSums = (events: string) => `sum(events), sum(amounts), sum(spent) FROM figures WHERE ${events}`;

/** The same sums from the rollups. */
const ROLLUP_SUMS = {
  clicks: rollupSums(`event <= ${EVENT_KINDS.blocked}`),
  page_events: rollupSums(`event = ${EVENT_KINDS.impression}`),
  counted_events: rollupSums(`event IN (${EVENT_KINDS.pageEvent}, ${EVENT_KINDS.strayEvent})`),
  steps: `${STEP_SUMS} FROM figures WHERE event BETWEEN ${EVENT_KINDS.landerView} AND ${EVENT_KINDS.offerClick}`,
  conversions: rollupSums(`event BETWEEN ${EVENT_KINDS.pending} AND ${EVENT_KINDS.rejected}`),
  refunds: rollupSums(`event = ${EVENT_KINDS.refund}`),
  cost_changes: rollupSums(`event = ${EVENT_KINDS.costChange}`),
} as const;

/** The same of all shards. */
export async function readAllTotals(clickhouse: Clickhouse, since: number): ReturnType<typeof readDailyTotals> {
  const parts = await askAll(clickhouse, async ({ client, foreign }) => {
    const { rollups, rows } = await readDailyTotals(client, since);
    const isOwn = ({ accountId }: DayTotals): boolean => !foreign.includes(accountId);
    return { rollups: rollups.filter(isOwn), rows: rows.filter(isOwn) };
  });
  return { rollups: parts.flatMap(({ rollups }) => rollups), rows: parts.flatMap(({ rows }) => rows) };
}

/**
 * Totals by account and UTC day since a time (seconds), from the rollups and from the rows. Days that change between
 * the two reads are left out and compared next time.
 */
export async function readDailyTotals(
  client: Clickhouse['client'],
  since: number,
): Promise<{ rollups: DayTotals[]; rows: DayTotals[] }> {
  const read = async (sumsByTable: Record<string, string>): Promise<DayTotals[]> => {
    const found: DayTotals[] = [];
    for (const [what, sums] of Object.entries(sumsByTable)) {
      const answer = await client.query({
        query: `
          SELECT account_id, toDate(quarter) AS day, ${sums} AND quarter >= {since:UInt32} GROUP BY account_id, day`,
        query_params: { since },
        format: 'JSONCompactEachRow',
        clickhouse_settings: { optimize_use_projections: 0, output_format_json_quote_64bit_integers: 1 },
      });
      for (const [accountId, day, ...figures] of await answer.json<[string, string, ...(string | number)[]]>()) {
        // Cancelled rows may leave a row of zeros, or none.
        if (figures.every((figure) => Number(figure) === 0)) continue;
        found.push({ accountId: Number(accountId), day, what, totals: figures.join(' ') });
      }
    }
    return found;
  };
  const [before, counted, rows] = [await read(ROW_SUMS), await read(ROLLUP_SUMS), await read(ROW_SUMS)];
  const isSteady = unchangedBetween(before, rows);
  return { rollups: counted.filter(isSteady), rows: rows.filter(isSteady) };
}
