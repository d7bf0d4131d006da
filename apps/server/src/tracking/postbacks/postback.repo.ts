import { sql } from 'drizzle-orm';
import type { Database } from '../../stores/postgres.ts';
import type { PostbackRecord } from './postback-record.ts';

/** Wakes the worker when there are postbacks to resolve. */
export const POSTBACKS_CHANNEL = 'postbacks_arrived';

/**
 * Inserts each postback once, however often it is uploaded; arrival numbers follow the given order. Postbacks of
 * deleted campaigns and accounts are dropped.
 */
export const insertPostbacks = (db: Database, records: readonly PostbackRecord[]) =>
  db.execute(sql`
    with arrived as (
      insert into postbacks (id, account_id, campaign_id, network_id, click_id, source, method, ip, raw_query, fields, received_at,
        verdict, due_at, resolved_at)
      select r.id, a.id, c.id, n.id, r."clickId", r.source, r.method, r.ip, r."rawQuery", r.fields,
        to_timestamp(r.at / 1000.0), r.verdict,
        case when r.verdict = 'waiting' then now() end, case when r.verdict <> 'waiting' then now() end
      from rows from (jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as (id text, at bigint, "accountId" bigint,
        "campaignId" bigint, "networkId" bigint, "clickId" text, source text, method text, ip text, "rawQuery" text, fields jsonb, verdict text))
        with ordinality as r(id, at, "accountId", "campaignId", "networkId", "clickId", source, method, ip, "rawQuery", fields, verdict, place)
      left join campaigns c on c.id = r."campaignId"
      join accounts a on a.id = case when r."campaignId" is null then r."accountId" else c.account_id end
      left join networks n on n.id = r."networkId" and n.account_id = a.id
      order by r.place
      on conflict (id) do nothing
      returning 1)
    select pg_notify(${POSTBACKS_CHANNEL}, '') where exists (select 1 from arrived)`);
