import { grantSize } from '@poklik/domain/campaigns/shared-cap';
import { sql } from 'drizzle-orm';
import type { Database } from '../../stores/postgres.ts';

/** The counts of one tracker. */
export interface UsageReport {
  campaignId: number;
  day: string;
  clicks: number;
  granted: number;
}

export interface OthersUsage {
  campaignId: number;
  day: string;
  /** Clicks of the other trackers and what is reserved for them. */
  others: number;
}

export interface GrantRequest {
  campaignId: number;
  day: string;
  cap: number;
  /** Own clicks now; `known` is what PostgreSQL has of them. */
  countOwn(known: number): number;
}

export interface Grant extends OthersUsage {
  clicks: number;
  granted: number;
  size: number;
}

/** A grant that is not renewed ends: its tracker was killed or cannot reach PostgreSQL. Decided by PostgreSQL's clock. */
const GRANT_SECONDS = 5;
/** A tracker that was killed counts as running until then. */
const TRACKER_SECONDS = 15;
const RENEW_SECONDS = 5;
/** Earlier days are over everywhere; their rows are deleted at night. */
const USAGE_DAYS = 3;

const used = sql`case when u.updated_at > clock_timestamp() - make_interval(secs => ${GRANT_SECONDS})
  then greatest(u.clicks, u.granted) else u.clicks end`;

/** Reserves clicks for this tracker, never more than remain of a cap. Returns how many trackers run, too. */
export function takeGrants(
  db: Database,
  tracker: string,
  requests: readonly GrantRequest[],
): Promise<{ grants: Grant[]; trackers: number }> {
  return db.transaction(async (tx) => {
    const due = JSON.stringify(requests);
    // In the same order everywhere, so that trackers wait for each other instead of failing.
    await tx.execute(sql`
      select pg_advisory_xact_lock(hashtextextended('cap ' || id, 0)) from (
        select distinct "campaignId" as id from jsonb_to_recordset(${due}::jsonb) as r("campaignId" bigint) order by 1
      ) as ordered`);
    const trackers = await countTrackers(tx, tracker);
    const { rows } = await tx.execute<{ campaignId: number; day: string; others: number; known: number }>(sql`
      select r."campaignId"::float8 as "campaignId", to_char(r.day, 'YYYY-MM-DD') as day,
        coalesce(sum(${used}) filter (where u.tracker <> ${tracker}), 0)::float8 as others,
        coalesce(max(u.clicks) filter (where u.tracker = ${tracker}), 0)::float8 as known
      from jsonb_to_recordset(${due}::jsonb) as r("campaignId" bigint, day date)
      left join cap_usage u on u.campaign_id = r."campaignId" and u.day = r.day
      group by 1, 2`);
    const grants = rows.map(({ known, ...row }) => {
      const request = requests.find(({ campaignId, day }) => campaignId === row.campaignId && day === row.day);
      if (!request) throw new Error('a grant that was not requested');
      const clicks = request.countOwn(known);
      const size = grantSize(request.cap - row.others - clicks, trackers);
      return { ...row, clicks, size, granted: clicks + size };
    });
    await saveUsage(tx, tracker, grants);
    return { grants, trackers };
  });
}

/** Counts of days that are over are not stored again. */
export async function saveUsage(db: Database, tracker: string, reports: readonly UsageReport[]): Promise<void> {
  if (reports.length === 0) return;
  await db.execute(sql`
    insert into cap_usage as u (campaign_id, day, tracker, clicks, granted, updated_at)
    select "campaignId", day, ${tracker}, clicks, granted, clock_timestamp()
    from jsonb_to_recordset(${JSON.stringify(reports)}::jsonb)
      as r("campaignId" bigint, day date, clicks bigint, granted bigint)
    where day > current_date - ${USAGE_DAYS}::int
    order by 1, 2
    on conflict (campaign_id, day, tracker) do update set
      clicks = greatest(u.clicks, excluded.clicks), granted = excluded.granted, updated_at = excluded.updated_at`);
}

/** Of every campaign that any tracker has counted in the last seconds. */
export async function listOthersUsage(db: Database, tracker: string, seconds: number): Promise<OthersUsage[]> {
  const { rows } = await db.execute<Record<string, unknown> & OthersUsage>(sql`
    select u.campaign_id::float8 as "campaignId", to_char(u.day, 'YYYY-MM-DD') as day,
      coalesce(sum(${used}) filter (where u.tracker <> ${tracker}), 0)::float8 as others
    from cap_usage u
    where (u.campaign_id, u.day) in (
      select campaign_id, day from cap_usage where updated_at > clock_timestamp() - make_interval(secs => ${seconds}))
    group by 1, 2`);
  return rows;
}

/** Other trackers that run, and this one. */
async function countTrackers(db: Database, tracker: string): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select 1 + count(*)::int as count from trackers
    where id <> ${tracker} and seen_at > clock_timestamp() - make_interval(secs => ${TRACKER_SECONDS})`);
  return rows[0]?.count ?? 1;
}

/** Called every second, and written less often. Returns how many trackers run. */
export async function registerTracker(db: Database, tracker: string): Promise<number> {
  await db.execute(sql`
    insert into trackers as t (id, seen_at) values (${tracker}, clock_timestamp())
    on conflict (id) do update set seen_at = excluded.seen_at
    where t.seen_at not between excluded.seen_at - make_interval(secs => ${RENEW_SECONDS}) and excluded.seen_at`);
  return countTrackers(db, tracker);
}

export const removeTracker = (db: Database, tracker: string) =>
  db.execute(sql`delete from trackers where id = ${tracker}`);
