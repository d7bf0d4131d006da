import type { Clickhouse } from '../../stores/clickhouse.ts';
import { changeRows, deleteRows, VISITOR_TABLES, type VisitorTable } from './delete-rows.ts';

type Client = Clickhouse['client'];

async function hasRows(client: Client, table: VisitorTable, where: string, query_params: Record<string, unknown>) {
  const query = `SELECT 1 FROM ${table} WHERE ${where} LIMIT 1`;
  const answer = await client.query({ query, query_params, format: 'JSONCompactEachRow' });
  return (await answer.json()).length > 0;
}

/** Deletes rows of some accounts before a time (seconds). Rewriting parts is expensive, so it checks for rows first. */
export async function deleteRowsBefore(client: Client, accountIds: readonly number[], before: number): Promise<void> {
  for (const table of VISITOR_TABLES) {
    const where = 'account_id IN {accountIds:Array(UInt64)} AND quarter < {before:UInt32}';
    const params = { accountIds, before };
    if (await hasRows(client, table, where, params)) await deleteRows(client, table, where, params);
  }
}

const DENIED_MAX = 10_000;

/**
 * Erases identifiers of clicks before a time (seconds), and those of visitors who refused afterwards. That they refused
 * stays until then.
 */
export async function removeClickIdsBefore(client: Client, before: number): Promise<void> {
  const old = 'quarter < {before:UInt32}';
  if (await hasRows(client, 'click_ids', old, { before })) await deleteRows(client, 'click_ids', old, { before });
  const answer = await client.query({
    query: `
      SELECT click_id FROM click_ids WHERE quarter >= {before:UInt32} GROUP BY account_id, campaign_id, click_id
      HAVING argMaxIf(consent, at, consent != '') = 'denied' AND max(ids) != '' LIMIT ${DENIED_MAX}`,
    query_params: { before },
    format: 'JSONCompactEachRow',
  });
  const denied = (await answer.json<[string]>()).map(([clickId]) => clickId);
  if (denied.length > 0)
    await deleteRows(client, 'click_ids', "ids != '' AND click_id IN {denied:Array(String)}", { denied });
}

/** The network of an IP address: 24 bits of IPv4 and 48 of IPv6, as in the tracker. */
const NETWORK = `if(isIPv4String(ip), concat(substringIndex(ip, '.', 3), '.0'),
  if(isIPv6String(ip), cutIPv6(IPv6StringToNum(ip), 10, 0), ip))`;

/** Truncates IP addresses before a time (seconds) to their network. */
export async function truncateIpsBefore(client: Client, before: number): Promise<void> {
  const where = `quarter < {before:UInt32} AND ip != ${NETWORK}`;
  if (await hasRows(client, 'clicks', where, { before })) {
    // Including a rollup column forces a rewrite: the portable engine cannot hard-link it.
    await changeRows(client, 'clicks', `UPDATE ip = ${NETWORK}, is_bot = is_bot WHERE ${where}`, { before });
  }
}
