import { COUNTRY_GROUPS } from '@poklik/domain/countries/country-groups';
import { and, desc, eq, sql } from 'drizzle-orm';
import type { Database } from '../../../stores/postgres.ts';
import { vatChecks } from '../../../stores/tables/payments/vat-checks.ts';

/** The last answer about this VAT ID. */
export async function findVatCheck(db: Database, accountId: number, vatId: string) {
  if (vatId === '') return null;
  const [row] = await db
    .select()
    .from(vatChecks)
    .where(and(eq(vatChecks.accountId, accountId), eq(vatChecks.vatId, vatId)))
    .orderBy(desc(vatChecks.id))
    .limit(1);
  return row ?? null;
}

export const insertVatCheck = (db: Database, row: typeof vatChecks.$inferInsert) => db.insert(vatChecks).values(row);

const BATCH = 100;

/** VAT IDs of businesses in other EU countries: a confirmed one is asked again after a month, a refused one after a day. */
export async function listDueVatIds(
  db: Database,
  sellerCountry: string | null,
): Promise<{ accountId: number; vatId: string }[]> {
  const { rows } = await db.execute<{ account_id: string; vat_id: string }>(sql`
    select d.account_id, d.vat_id from billing_details d
    left join lateral (select result, checked_at from vat_checks c
      where c.account_id = d.account_id and c.vat_id = d.vat_id order by c.id desc limit 1) last on true
    where d.vat_id <> '' and d.is_business and d.country_code is distinct from ${sellerCountry}
      and d.country_code in (select jsonb_array_elements_text(${JSON.stringify(COUNTRY_GROUPS.eu)}::jsonb))
      and (last.checked_at is null
        or last.checked_at < now() - case when last.result = 'valid' then interval '30 days' else interval '1 day' end)
    order by last.checked_at nulls first, d.account_id limit ${BATCH}::int`);
  return rows.map(({ account_id: id, vat_id: vatId }) => ({ accountId: Number(id), vatId }));
}
