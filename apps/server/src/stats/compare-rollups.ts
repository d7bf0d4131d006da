import { type DayFigures, steadyIn } from '@poklik/domain/statistics/reconcile';
import type { Clickhouse } from '../stores/clickhouse.ts';

/** What is added up of each table; the same question is answered from the rollups and from the rows. */
const QUESTIONS = {
  clicks: ['count()', 'sum(is_unique)', 'sum(spent_micro)'],
  page_events: ['count()', 'sum(cost_micro)'],
  conversions: ['sum(sign)', 'sum(sign * payout_micro)', 'sum(sign * cost_micro)'],
} as const;

/**
 * By account and day (of UTC) since a moment (seconds), once as the screens ask and once row by row. Clicks keep coming
 * meanwhile: a day to which one was added between the looks is left out, and compared another time.
 */
export async function figuresBothWays(
  client: Clickhouse['client'],
  since: number,
): Promise<{ rollups: DayFigures[]; rows: DayFigures[] }> {
  const read = async (usesRollups: boolean): Promise<DayFigures[]> => {
    const found: DayFigures[] = [];
    for (const [table, sums] of Object.entries(QUESTIONS)) {
      const answer = await client.query({
        query: `
          SELECT toString(account_id), toString(toDate(quarter)), ${sums.map((sum) => `toString(${sum})`).join(', ')}
          FROM ${table} WHERE quarter >= {since:UInt32} GROUP BY account_id, toDate(quarter)`,
        query_params: { since },
        format: 'JSONCompactEachRow',
        clickhouse_settings: { optimize_use_projections: usesRollups ? 1 : 0 },
      });
      for (const [accountId = '', day = '', ...figures] of await answer.json<string[]>()) {
        found.push({ accountId: Number(accountId), day, what: table, figures: figures.join(' ') });
      }
    }
    return found;
  };
  const [before, rollups, rows] = [await read(false), await read(true), await read(false)];
  const isSteady = steadyIn(before, rows);
  return { rollups: rollups.filter(isSteady), rows: rows.filter(isSteady) };
}
