import { inArray, sql } from 'drizzle-orm';
import type { Database } from '../../stores/postgres.ts';
import { landers } from '../../stores/tables/campaigns.ts';
import type { StoredLander } from './lander-index.ts';

/** Starts with the format version, so that data of older releases is read again. */
const landerMark = sql<string>`'1 ' || ${landers.version} || ' ' || extract(epoch from ${landers.updatedAt})`;

/** Archived ones too, because visitors may be on their pages. */
export const listLanderMarks = (db: Database): Promise<{ id: number; mark: string }[]> =>
  db.select({ id: landers.id, mark: landerMark }).from(landers);

export async function findLanders(db: Database, ids: readonly number[]): Promise<StoredLander[]> {
  const rows = await db
    .select({
      ...{ id: landers.id, accountId: landers.accountId, key: landers.key, mark: landerMark },
      ...{ status: landers.status, settings: landers.settings },
    })
    .from(landers)
    .where(inArray(landers.id, [...ids]));
  return rows.map(({ settings, ...row }) => ({
    ...row,
    url: settings.url,
    slots: settings.slots,
    directCampaignId: settings.direct_campaign_id,
  }));
}
