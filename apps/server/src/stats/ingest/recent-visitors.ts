import type { Clickhouse } from '../../stores/clickhouse.ts';
import { mixIntoKey, newVisitorKey, sealKey, type VisitorTable } from './visitors.ts';

/** The longest unique-click window of a campaign. */
const HOURS_MAX = 720;
const ROWS_PER_QUERY = 1_000_000;
const [TAB, NEW_LINE, ZERO] = [9, 10, 48];

/**
 * Loads visitors who are still in their unique-click window at `from` (seconds), newest first and as many as fit, so
 * that a restart makes no visitor unique again.
 */
export async function loadRecentVisitors(
  client: Clickhouse['client'],
  visitors: VisitorTable,
  from: number,
): Promise<void> {
  for (const period of await listPeriods(client, from)) {
    if (visitors.isFull) return;
    const answer = await client.query({
      query: `
        SELECT campaign_id, visitor, toUnixTimestamp(at) + 3600 * uniqueness_hours AS until
        FROM clicks
        WHERE quarter BETWEEN {first:UInt32} AND {last:UInt32} AND is_unique = 1 AND until > {from:UInt32}`,
      query_params: { ...period, from },
      format: 'TabSeparated',
    });
    addVisitors(await answer.text(), visitors);
  }
}

interface Period {
  first: number;
  last: number;
}

/** Periods, latest first, with about as many unique clicks as one response should have. */
async function listPeriods(client: Clickhouse['client'], from: number): Promise<Period[]> {
  const answer = await client.query({
    query: `
      SELECT toUnixTimestamp(quarter), sum(is_unique) FROM clicks
      WHERE quarter >= {earliest:UInt32} GROUP BY quarter ORDER BY quarter DESC`,
    query_params: { earliest: Math.max(0, from - HOURS_MAX * 3600) },
    format: 'JSONCompactEachRow',
  });
  const periods: Period[] = [];
  let rows = 0;
  for (const [quarter, unique] of await answer.json<[number, string]>()) {
    const latest = periods.at(-1);
    if (latest && rows + Number(unique) <= ROWS_PER_QUERY) latest.first = quarter;
    else {
      periods.push({ first: quarter, last: quarter });
      rows = 0;
    }
    rows += Number(unique);
  }
  return periods;
}

function addVisitors(text: string, visitors: VisitorTable): void {
  let key = newVisitorKey();
  let column = 0;
  let until = 0;
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charCodeAt(index);
    if (character === TAB) column += 1;
    else if (character === NEW_LINE) {
      sealKey(key);
      visitors.remember(key, until);
      key = newVisitorKey();
      [column, until] = [0, 0];
    } else if (column < 2) mixIntoKey(key, character);
    else until = until * 10 + character - ZERO;
  }
}
