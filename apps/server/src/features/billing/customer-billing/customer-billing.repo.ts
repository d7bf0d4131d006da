import type { TariffChange } from '@poklik/contract/customer-billing';
import type { SortOrder } from '@poklik/contract/paging';
import { asc, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../stores/postgres.ts';
import { payments } from '../../../stores/tables/billing.ts';
import { trackingDomains } from '../../../stores/tables/domains.ts';

interface Page {
  limit: number;
  offset: number;
  order: SortOrder;
}

export const listPayments = (db: Database, accountId: number, { limit, offset, order }: Page) =>
  db
    .select()
    .from(payments)
    .where(eq(payments.accountId, accountId))
    .orderBy((order === 'asc' ? asc : desc)(payments.id))
    .limit(limit)
    .offset(offset);

export const countPayments = (db: Database, accountId: number): Promise<number> =>
  db.$count(payments, eq(payments.accountId, accountId));

export const countOwnDomains = (db: Database, accountId: number): Promise<number> =>
  db.$count(
    trackingDomains,
    sql`${trackingDomains.accountId} = ${accountId} and ${trackingDomains.kind} = 'own' and ${trackingDomains.removedAt} is null`,
  );

/** Commissions that the account earned, and the part that is not free yet. */
export async function sumCommissions(db: Database, accountId: number) {
  const { rows } = await db.execute<{ count: number; earned: string; on_hold: string }>(sql`
    select count(*)::int as count, coalesce(sum(amount_minor - reversed_minor), 0)::text as earned,
      coalesce(sum(amount_minor - reversed_minor) filter (where status in ('pending', 'held')), 0)::text as on_hold
    from commissions where account_id = ${accountId}`);
  const [row] = rows;
  if (!row) throw new Error('aggregate returned no row');
  return { count: row.count, earned: BigInt(row.earned), onHold: BigInt(row.on_hold) };
}

/** What changed an account's plan. Credit, scheduled changes and what the figures call them are not of interest here. */
const tariffChanges = (accountId: number): SQL => sql`
  select h.at, case when h.event = 'bought' and h.invoice_id is null then 'trial' when h.event = 'opening' and h.status = 'active'
    and h.invoice_id is null and s.ends_at is null then 'assigned' else h.event end as event,
    h.tariff_id, h.period, h.version, i.total_minor::text as total, i.currency, i.number as invoice
  from subscription_history h join subscriptions s on s.account_id = h.account_id
  left join invoices i on i.id = h.invoice_id and h.status <> 'ended'
  where h.account_id = ${accountId} and h.event not in ('credited', 'scheduled')`;

export interface TariffChangeRow extends Record<string, unknown> {
  at: string;
  event: TariffChange['event'];
  name: Record<'ua' | 'ru' | 'en', string> | null;
  period: 'month' | 'year' | null;
  total: string | null;
  currency: string | null;
  invoice: string | null;
}

export async function listTariffChanges(
  db: Database,
  accountId: number,
  { limit, offset, order }: Page,
): Promise<TariffChangeRow[]> {
  const direction = order === 'asc' ? sql`asc` : sql`desc`;
  const { rows } = await db.execute<TariffChangeRow>(sql`
    select c.at, c.event, t.name, c.period, c.total, c.currency, c.invoice
    from (${tariffChanges(accountId)}) c left join tariffs t on t.id = c.tariff_id
    order by c.at ${direction}, c.version ${direction} limit ${limit} offset ${offset}`);
  return rows;
}

export async function countTariffChanges(db: Database, accountId: number): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from (${tariffChanges(accountId)}) c`,
  );
  return rows[0]?.count ?? 0;
}
