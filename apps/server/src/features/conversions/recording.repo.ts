import { CampaignSettings } from '@poklik/contract/campaigns';
import { and, inArray, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../stores/postgres.ts';
import { campaigns } from '../../stores/tables/campaigns.ts';
import { type ConversionState, conversions } from '../../stores/tables/conversions.ts';

export type ConversionRow = typeof conversions.$inferSelect;

export interface ConversionChange {
  conversionId: string;
  revision: number;
  authorId: number | null;
  source: ConversionRow['source'];
  postbackId: string | null;
  reason: string;
  before: ConversionState | null;
  after: ConversionState;
  month: number;
}

/** Deleted campaigns are excluded. */
export async function listCampaignSettings(
  db: Database,
  ids: readonly number[],
): Promise<Map<number, { accountId: number; settings: CampaignSettings }>> {
  const rows = await db
    .select({ id: campaigns.id, accountId: campaigns.accountId, settings: campaigns.settings })
    .from(campaigns)
    .where(and(inArray(campaigns.id, [...new Set(ids)]), isNull(campaigns.deletedAt)));
  return new Map(
    rows.map(({ id, accountId, settings }) => [id, { accountId, settings: CampaignSettings.parse(settings) }]),
  );
}

export const listConversionsByClick = (db: Database, clickIds: readonly string[]): Promise<ConversionRow[]> =>
  db
    .select()
    .from(conversions)
    .where(inArray(conversions.clickId, [...new Set(clickIds)]))
    .orderBy(conversions.turn);

export async function upsertConversions(db: Database, rows: readonly ConversionRow[]): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insert(conversions)
    .values([...rows])
    .onConflictDoUpdate({
      target: conversions.id,
      set: {
        status: sql`excluded.status`,
        originalStatus: sql`excluded.original_status`,
        payoutMicro: sql`excluded.payout_micro`,
        refundedMicro: sql`excluded.refunded_micro`,
        currency: sql`excluded.currency`,
        payoutBaseMicro: sql`excluded.payout_base_micro`,
        costBaseMicro: sql`excluded.cost_base_micro`,
        refundedBaseMicro: sql`excluded.refunded_base_micro`,
        params: sql`excluded.params`,
        identity: sql`excluded.identity`,
        marks: sql`excluded.marks`,
        revision: sql`excluded.revision`,
        updatedAt: sql`now()`,
      },
    });
}

export const toTouched = ({ click, receivedAt }: Pick<ConversionRow, 'click' | 'receivedAt'>) => ({
  offerId: click.offer_id ?? 0,
  receivedAt,
});

export const toState = (row: ConversionRow): ConversionState => ({
  status: row.status,
  payout_micro: String(row.payoutMicro),
  currency: row.currency,
  payout_base_micro: String(row.payoutBaseMicro),
  cost_base_micro: String(row.costBaseMicro),
  refunded_base_micro: String(row.refundedBaseMicro),
});

export async function insertConversionChanges(db: Database, changes: readonly ConversionChange[]): Promise<void> {
  if (changes.length === 0) return;
  const ordered = changes.map((change, position) => ({ ...change, position }));
  await db.execute(sql`
    insert into conversion_changes (conversion_id, revision, author_id, source, postback_id, reason, before, after, month)
    select c."conversionId", c.revision, c."authorId", c.source, c."postbackId", c.reason,
      nullif(c.before, 'null'::jsonb), c.after, c.month
    from jsonb_to_recordset(${JSON.stringify(ordered)}::jsonb) as c("conversionId" text, revision int,
      "authorId" bigint, source text, "postbackId" text, reason text, before jsonb, after jsonb, month int, "position" int)
    order by c."position"`);
}
