import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { AccountScope } from '../../http/caller.ts';
import type { Database } from '../../stores/postgres.ts';
import { campaigns, landers, offers } from '../../stores/tables/campaigns.ts';

const oneOfNames = (names: readonly string[]) =>
  sql`(select lower(jsonb_array_elements_text(${JSON.stringify(names)}::jsonb)))`;

/** Campaigns with these names, whatever their case. */
export const listCampaignsNamed = (
  db: Database,
  { accountId, campaignIds }: AccountScope,
  names: readonly string[],
): Promise<{ id: number; name: string }[]> =>
  db
    .select({ id: campaigns.id, name: campaigns.name })
    .from(campaigns)
    .where(
      and(
        eq(campaigns.accountId, accountId),
        isNull(campaigns.deletedAt),
        campaignIds === null ? undefined : inArray(campaigns.id, [...campaignIds]),
        sql`lower(${campaigns.name}) in ${oneOfNames(names)}`,
      ),
    );

/** IDs of those that are not archived and have these names. */
export const listTargetsNamed = (
  db: Database,
  accountId: number,
  kind: 'offer' | 'lander',
  names: readonly string[],
): Promise<{ id: number }[]> => {
  const table = kind === 'offer' ? offers : landers;
  return db
    .select({ id: table.id })
    .from(table)
    .where(
      and(
        eq(table.accountId, accountId),
        ne(table.status, 'archived'),
        sql`lower(${table.name}) in ${oneOfNames(names)}`,
      ),
    );
};
