import { PostbackResult } from '@poklik/contract/conversion-values';
import { sql } from 'drizzle-orm';
import type { Database } from '../../stores/postgres.ts';

export interface PostbackCounts {
  lastPostbackAt: Date | null;
  postbacks24h: number;
  /** Of the last seven days, by result. */
  byResult: { verdict: PostbackResult; postbacks: number }[];
}

const idList = (ids: readonly number[]) => sql`${`{${ids.join(',')}}`}::bigint[]`;

export async function countPostbacks(db: Database, ids: readonly number[]): Promise<Map<number, PostbackCounts>> {
  if (ids.length === 0) return new Map();
  const latest = await db.execute<{ id: string; at: string | null }>(sql`
    select wanted.id,
      (select extract(epoch from max(received_at)) * 1000 from postbacks where network_id = wanted.id) as at
    from unnest(${idList(ids)}) as wanted(id)`);
  const counted = await db.execute<{ id: string; verdict: string; week: number; day: number }>(sql`
    select network_id as id, verdict, count(*)::int as week,
      (count(*) filter (where received_at > now() - interval '24 hours'))::int as day
    from postbacks where network_id = any(${idList(ids)}) and received_at > now() - interval '7 days'
    group by 1, 2 order by 3 desc, 2`);
  return new Map(
    latest.rows.map(({ id, at }) => {
      const own = counted.rows.filter((row) => row.id === id);
      return [
        Number(id),
        {
          lastPostbackAt: at === null ? null : new Date(Number(at)),
          postbacks24h: own.reduce((sum, { day }) => sum + day, 0),
          byResult: own.map(({ verdict, week }) => ({ verdict: PostbackResult.parse(verdict), postbacks: week })),
        },
      ];
    }),
  );
}

export interface NetworkRhythm {
  id: number;
  accountId: number;
  name: string;
  ownerId: number | null;
  silentSince: Date | null;
  refusingSince: Date | null;
  lastPostbackAt: Date | null;
  /** 95 of 100 gaps between postbacks of fourteen days are at most that long; null with fewer than two postbacks. */
  gapSeconds: number | null;
  /** Campaigns that name it. */
  campaignIds: number[];
}

/** Every network with what is needed to notice that its postbacks are missing. */
export async function listRhythms(db: Database): Promise<NetworkRhythm[]> {
  const { rows } = await db.execute<Record<string, unknown>>(sql`
    select n.id, n.account_id, n.name, m.user_id, n.silent_since, n.refusing_since, gaps.latest, gaps.gap,
      array(select c.id from campaigns c where c.account_id = n.account_id and c.deleted_at is null
        and c.settings ->> 'network_id' = n.id::text) as campaign_ids
    from networks n
    left join team_members m on m.account_id = n.account_id and m.role = 'OWNER'
    cross join lateral (
      select max(at) as latest, percentile_cont(0.95) within group (order by gap) as gap
      from (select received_at as at,
          extract(epoch from received_at - lag(received_at) over (order by received_at)) as gap
        from postbacks where network_id = n.id and received_at > now() - interval '14 days') found) gaps
    order by n.id`);
  const toDate = (value: unknown) => (value === null ? null : new Date(value as string));
  return rows.map((row) => ({
    id: Number(row.id),
    accountId: Number(row.account_id),
    name: String(row.name),
    ownerId: row.user_id === null ? null : Number(row.user_id),
    silentSince: toDate(row.silent_since),
    refusingSince: toDate(row.refusing_since),
    lastPostbackAt: toDate(row.latest),
    gapSeconds: row.gap === null ? null : Number(row.gap),
    campaignIds: (row.campaign_ids as (string | number)[]).map(Number),
  }));
}

/** Returns whether the state changed. */
export async function setNetworkState(
  tx: Database,
  id: number,
  column: 'silent_since' | 'refusing_since',
  isSet: boolean,
): Promise<boolean> {
  const name = sql.identifier(column);
  const { rowCount } = await tx.execute(sql`
    update networks set ${name} = ${isSet ? sql`now()` : sql`null`}
    where id = ${id} and (${name} is null) = ${isSet}`);
  return rowCount === 1;
}
