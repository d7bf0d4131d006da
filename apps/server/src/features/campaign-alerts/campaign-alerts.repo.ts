import type { NotificationKind } from '@poklik/contract/notifications';
import { RHYTHM_MIN_POSTBACKS } from '@poklik/domain/campaign-alerts/campaign-alerts';
import { sql } from 'drizzle-orm';
import type { Database } from '../../stores/postgres.ts';

export interface AlertedCampaign {
  id: number;
  accountId: number;
  name: string;
  ownerId: number;
}

export interface CampaignRhythm extends AlertedCampaign {
  /** The silence of a network is noticed for all its campaigns at once. */
  hasNetwork: boolean;
  /** Null with too few postbacks in fourteen days. */
  silentSeconds: number | null;
  /** 95 of 100 gaps between postbacks are at most that long. */
  gapSeconds: number | null;
  /** Received in the last 24 hours, and in the seven days before. */
  conversions: number;
  conversionsBefore: number;
}

/** Active campaigns whose postbacks or conversions were many enough to miss them. */
export async function listCampaignRhythms(db: Database): Promise<CampaignRhythm[]> {
  const { rows } = await db.execute<Record<string, unknown> & CampaignRhythm>(sql`
    select c.id::float8 as id, c.account_id::float8 as "accountId", c.name, m.user_id::float8 as "ownerId",
      c.settings ->> 'network_id' is not null as "hasNetwork",
      case when p.count >= ${RHYTHM_MIN_POSTBACKS} then extract(epoch from now() - p.latest)::float8 end as "silentSeconds",
      p.gap::float8 as "gapSeconds", v.day::float8 as conversions, v.week::float8 as "conversionsBefore"
    from campaigns c
    join team_members m on m.account_id = c.account_id and m.role = 'OWNER'
    cross join lateral (
      select max(at) as latest, count(*) as count, percentile_cont(0.95) within group (order by gap) as gap
      from (select received_at as at,
          extract(epoch from received_at - lag(received_at) over (order by received_at)) as gap
        from postbacks where campaign_id = c.id and received_at > now() - interval '14 days') found) p
    cross join lateral (
      select count(*) filter (where received_at > now() - interval '1 day') as day,
        count(*) filter (where received_at <= now() - interval '1 day') as week
      from conversions where campaign_id = c.id and received_at > now() - interval '8 days') v
    where c.status = 'active' and c.deleted_at is null and (p.count >= ${RHYTHM_MIN_POSTBACKS} or v.week > 0)
    order by c.id`);
  return rows;
}

export interface CappedCampaign extends AlertedCampaign {
  cap: number;
  timezone: string;
  /** When its day began. */
  since: Date;
}

/** Active campaigns that have reached today's limit of clicks. */
export async function listCappedCampaigns(db: Database): Promise<CappedCampaign[]> {
  const { rows } = await db.execute<Record<string, unknown> & Omit<CappedCampaign, 'since'> & { since: number }>(sql`
    select c.id::float8 as id, c.account_id::float8 as "accountId", c.name, m.user_id::float8 as "ownerId",
      c.cap::float8 as cap, c.timezone, (extract(epoch from c.day::timestamp at time zone c.timezone) * 1000)::float8 as since
    from (
      select id, account_id, name, cap, timezone, (now() at time zone timezone)::date as day
      from (select id, account_id, name, (settings ->> 'daily_cap')::bigint as cap, settings ->> 'timezone' as timezone
        from campaigns where status = 'active' and deleted_at is null and settings ->> 'daily_cap' is not null) named) c
    join team_members m on m.account_id = c.account_id and m.role = 'OWNER'
    where (select sum(clicks) from cap_usage where campaign_id = c.id and day = c.day) >= c.cap
    order by c.id`);
  return rows.map(({ since, ...row }) => ({ ...row, since: new Date(since) }));
}

/** Whether the owner was told the same about the campaign since then. */
export async function wasTold(
  db: Database,
  { id, ownerId }: AlertedCampaign,
  kind: NotificationKind,
  since: Date,
): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select 1 from notifications where user_id = ${ownerId} and kind = ${kind}
      and values ->> 'campaign_id' = ${String(id)} and created_at >= ${since.toISOString()}::timestamptz limit 1`);
  return rows.length > 0;
}
