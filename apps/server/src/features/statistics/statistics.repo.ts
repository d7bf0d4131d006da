import type { CampaignSettings } from '@poklik/contract/campaigns';
import type { Difference } from '@poklik/domain/statistics/reconcile';
import { FREE_TARIFF } from '@poklik/domain/tariffs/limits';
import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { AccountScope } from '../../http/caller.ts';
import type { Database } from '../../stores/postgres.ts';
import { prepared } from '../../stores/prepared.ts';
import { campaigns, landers, offers } from '../../stores/tables/campaigns.ts';
import { statisticsChecks } from '../../stores/tables/statistics.ts';
import { tariffs } from '../../stores/tables/tariffs.ts';
import { accounts } from '../../stores/tables/users.ts';
import { resolveTargetUrls } from '../campaigns/target-uses.repo.ts';

const campaignOfAccount = prepared('campaign_of_account', (db) =>
  db
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(
      and(
        eq(campaigns.accountId, sql.placeholder('accountId')),
        eq(campaigns.id, sql.placeholder('id')),
        isNull(campaigns.deletedAt),
      ),
    ),
);

/** Whether the campaign exists and the caller has access to it. */
export const hasCampaign = async (
  db: Database,
  { accountId, campaignIds }: AccountScope,
  id: number,
): Promise<boolean> =>
  (campaignIds === null || campaignIds.includes(id)) && (await campaignOfAccount(db, { accountId, id })).length > 0;

/** Names by ID, those of archived ones too. */
export async function listTargetNames(
  db: Database,
  accountId: number,
  { landers: landerIds, offers: offerIds }: { landers: readonly number[]; offers: readonly number[] },
): Promise<{ landers: ReadonlyMap<number, string>; offers: ReadonlyMap<number, string> }> {
  const namesIn = async (table: typeof landers | typeof offers, ids: readonly number[]) => {
    if (ids.length === 0) return new Map<number, string>();
    const own = and(eq(table.accountId, accountId), inArray(table.id, [...ids]));
    const rows = await db.select({ id: table.id, name: table.name }).from(table).where(own);
    return new Map(rows.map(({ id, name }) => [id, name]));
  };
  return { landers: await namesIn(landers, landerIds), offers: await namesIn(offers, offerIds) };
}

/** Includes deleted campaigns, so that their rows keep a name. */
export const listCampaignNames = async (
  db: Database,
  accountId: number,
  ids: readonly number[],
): Promise<{ id: number; name: string; settings: CampaignSettings }[]> =>
  resolveTargetUrls(
    db,
    await db
      .select({ id: campaigns.id, name: campaigns.name, settings: campaigns.settings })
      .from(campaigns)
      .where(and(eq(campaigns.accountId, accountId), inArray(campaigns.id, [...ids]))),
  );

const lastCheckQuery = prepared('latest_statistics_check', (db) =>
  db.select().from(statisticsChecks).orderBy(desc(statisticsChecks.id)).limit(1),
);

export async function findLastCheck(db: Database) {
  const [check] = await lastCheckQuery(db);
  return check ?? null;
}

const CHECKS_KEPT = 400;

export async function insertCheck(db: Database, differences: Difference[]): Promise<void> {
  await db.insert(statisticsChecks).values({ differences });
  await db.execute(sql`delete from ${statisticsChecks}
    where id <= (select max(id) from ${statisticsChecks}) - ${CHECKS_KEPT}`);
}

/** The database's time in seconds; null when no nightly check is about a day old, as after a jump of the clock. */
export async function findTrustedTime(db: Database): Promise<number | null> {
  const { rows } = await db.execute<{ now: string }>(sql`
    select extract(epoch from now()) as now from ${statisticsChecks}
    where ${statisticsChecks.checkedAt} between now() - interval '3 days' and now() - interval '12 hours' limit 1`);
  return rows[0] ? Math.floor(Number(rows[0].now)) : null;
}

export const listRetention = (db: Database): Promise<{ id: number; retentionDays: number }[]> =>
  db
    .select({ id: accounts.id, retentionDays: tariffs.retentionDays })
    .from(accounts)
    .innerJoin(
      tariffs,
      sql`${tariffs.id} = coalesce(${accounts.tariffId}, (select free.id from tariffs free where free.code = ${FREE_TARIFF}))`,
    );
