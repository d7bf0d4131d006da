import { LanderSettings } from '@poklik/contract/landers';
import { OfferSettings } from '@poklik/contract/offers';
import type { LinkCheck, LinkInterval } from '@poklik/domain/link-checks/link-check';
import { sql } from 'drizzle-orm';
import type { Database } from '../../stores/postgres.ts';

export type TargetKind = 'offer' | 'lander';

/** An offer or a lander with its URL. */
export interface CheckedTarget {
  kind: TargetKind;
  id: number;
  accountId: number;
  name: string;
  version: number;
  url: string;
  interval: LinkInterval;
  /** Its visitors go elsewhere while it fails. */
  isSkipped: boolean;
  link: LinkCheck | null;
}

interface TargetRow {
  id: number;
  accountId: number;
  name: string;
  version: number;
  settings: OfferSettings | LanderSettings;
  link: LinkCheck | null;
}

export function toTarget(kind: TargetKind, { settings, ...row }: TargetRow): CheckedTarget {
  const { url, check, ...rest } = (kind === 'offer' ? OfferSettings : LanderSettings).parse(settings);
  const { id, accountId, name, version, link } = row;
  const isSkipped = 'on_dead' in rest && rest.on_dead === 'skip';
  return { ...{ kind, id, accountId, name, version, url }, interval: check, isSkipped, link };
}

const TABLES = { offer: sql.raw('offers'), lander: sql.raw('landers') };
/** Names the row that trackers read again. */
const CHANNEL = 'offers_changed';

/** Some that are due; nobody else gets them during the lease. */
export async function claimDueTargets(db: Database, limit: number, leaseSeconds: number): Promise<CheckedTarget[]> {
  const claim = async (kind: TargetKind, room: number) => {
    const { rows } = await db.execute<Record<string, unknown> & TargetRow>(sql`
      update ${TABLES[kind]} t set link_due_at = now() + make_interval(secs => ${leaseSeconds})
      from (select id from ${TABLES[kind]} where link_due_at <= now() order by link_due_at limit ${room}
        for update skip locked) due
      where t.id = due.id
      returning t.id::float8 as id, t.account_id::float8 as "accountId", t.name, t.version, t.settings, t.link`);
    return rows.map((row) => toTarget(kind, row));
  };
  const landers = await claim('lander', limit);
  return landers.length < limit ? [...landers, ...(await claim('offer', limit - landers.length))] : landers;
}

/** False if the target was saved meanwhile. */
export async function saveLink(
  db: Database,
  { kind, id, version }: CheckedTarget,
  link: LinkCheck,
  dueAt: Date | null,
): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    update ${TABLES[kind]} set link = ${JSON.stringify(link)}::jsonb,
      link_due_at = case when status = 'active' then ${dueAt?.toISOString() ?? null}::timestamptz end
    where id = ${id} and version = ${version}`);
  return (rowCount ?? 0) > 0;
}

export const notifyTrackers = (db: Database, id: number) =>
  db.execute(sql`select pg_notify(${CHANNEL}, ${String(id)})`);

export async function findOwner(db: Database, accountId: number): Promise<{ id: number; accountId: number } | null> {
  const { rows } = await db.execute<{ id: number }>(
    sql`select user_id::float8 as id from team_members where account_id = ${accountId} and role = 'OWNER'`,
  );
  return rows[0] ? { id: rows[0].id, accountId } : null;
}
