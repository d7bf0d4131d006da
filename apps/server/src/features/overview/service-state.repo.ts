import type { LatencyBuckets } from '@poklik/domain/service/latency-histogram';
import { sql } from 'drizzle-orm';
import type { Database } from '../../stores/postgres.ts';

export interface FiguresStep {
  /** Unix seconds. */
  from: number;
  redirects: number;
  unrecorded: number;
  /** Null for a time without a tracker. */
  latency: LatencyBuckets;
}

/** The figures of all trackers in a time, up to now if it has no end, added up by steps of so many seconds. */
export async function listFigures(
  db: Database,
  since: Date,
  stepSeconds: number,
  until?: Date,
): Promise<FiguresStep[]> {
  const { rows } = await db.execute<{
    from: number;
    redirects: number;
    unrecorded: number;
    latency: LatencyBuckets;
  }>(sql`
    with rows as materialized (
      select (floor(extract(epoch from at) / ${stepSeconds}::int) * ${stepSeconds}::int)::float8 as "from", redirects, unrecorded, latency
      from process_figures where role = 'tracker' and at >= ${since.toISOString()} and at < ${until?.toISOString() ?? 'infinity'}::timestamptz
    ), latencies as (
      select "from", jsonb_object_agg(bucket, hits) as latency from (
        select "from", bucket, sum(hits::bigint) as hits from rows, jsonb_each_text(latency) as l (bucket, hits) group by 1, 2) b
      group by 1
    )
    select r."from", sum(r.redirects)::float8 as redirects, sum(r.unrecorded)::float8 as unrecorded, coalesce(l.latency, '{}') as latency
    from rows r left join latencies l using ("from") group by 1, l.latency order by 1`);
  return rows;
}

/** Of the processes that wrote in the last minute. */
export async function listMemory(
  db: Database,
): Promise<{ role: 'main' | 'tracker'; processes: number; bytes: number }[]> {
  const { rows } = await db.execute<{ role: 'main' | 'tracker'; processes: number; bytes: number }>(sql`
    select role, count(*)::int as processes, sum(memory_bytes)::float8 as bytes from (
      select distinct on (process) process, role, memory_bytes from process_figures
      where at > now() - interval '1 minute' and seconds < 300 order by process, at desc) p group by role order by role`);
  return rows;
}

/** Jobs that could run now, and since when the first of them waits. */
export async function getQueue(db: Database): Promise<{ due: number; oldestSeconds: number }> {
  const { rows } = await db.execute<{ due: number; oldest: number }>(sql`
    select count(*)::int as due, coalesce(extract(epoch from now() - min(run_at)), 0)::float8 as oldest
    from graphile_worker.jobs where locked_at is null and attempts < max_attempts and run_at <= now()`);
  return { due: rows[0]?.due ?? 0, oldestSeconds: Math.max(0, Math.round(rows[0]?.oldest ?? 0)) };
}

/** Outgoing postbacks that were given up in the last 24 hours. */
export async function countFailedPostbacks(db: Database): Promise<number> {
  const { rows } = await db.execute<{ failed: number }>(sql`
    select count(*)::int as failed from outgoing_postbacks where state = 'failed' and tried_at > now() - interval '1 day'`);
  return rows[0]?.failed ?? 0;
}

const FIVE_MINUTES = 300;

/** Adds up rows that are older than two days to five minutes of each role, and removes those older than 13 months. */
export async function rollUpFigures(db: Database): Promise<void> {
  const before = sql`to_timestamp(floor(extract(epoch from now() - interval '48 hours') / ${FIVE_MINUTES}::int) * ${FIVE_MINUTES}::int)`;
  await db.execute(sql`
    with old as (
      delete from process_figures where at <= ${before} and seconds < ${FIVE_MINUTES}::int returning *
    ), steps as (
      select *, to_timestamp(ceil(extract(epoch from at) / ${FIVE_MINUTES}::int) * ${FIVE_MINUTES}::int) as until from old
    ), latencies as (
      select role, until, jsonb_object_agg(bucket, hits) as latency from (
        select role, until, bucket, sum(hits::bigint) as hits from steps, jsonb_each_text(latency) as l (bucket, hits) group by 1, 2, 3) b
      group by 1, 2
    ), memory as (
      select role, until, sum(bytes)::bigint as bytes from (
        select role, until, process, max(memory_bytes) as bytes from steps group by 1, 2, 3) m group by 1, 2
    )
    insert into process_figures (process, role, at, seconds, redirects, unrecorded, memory_bytes, latency)
    select s.role, s.role, s.until, ${FIVE_MINUTES}::int, sum(s.redirects), sum(s.unrecorded), max(m.bytes), coalesce(l.latency, '{}')
    from steps s join memory m using (role, until) left join latencies l using (role, until) group by s.role, s.until, l.latency
    on conflict do nothing`);
  await db.execute(sql`delete from process_figures where at < now() - interval '13 months'`);
}
