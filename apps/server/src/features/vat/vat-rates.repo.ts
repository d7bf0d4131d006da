import type { ConfirmedRate } from '@poklik/domain/vat/rates';
import { asc, sql } from 'drizzle-orm';
import type { Database } from '../../stores/postgres.ts';
import { invoices } from '../../stores/tables/billing.ts';
import { creditNotes } from '../../stores/tables/payments/credit-notes.ts';
import { vatRates } from '../../stores/tables/settings.ts';

/** All of them, oldest first. */
export const listVatRates = (db: Database): Promise<ConfirmedRate[]> =>
  db
    .select({
      id: vatRates.id,
      country: vatRates.country,
      basisPoints: vatRates.basisPoints,
      validFrom: vatRates.validFrom,
    })
    .from(vatRates)
    .orderBy(asc(vatRates.id));

export const insertVatRates = (db: Database, rates: readonly Omit<ConfirmedRate, 'id'>[], by: number) =>
  db.insert(vatRates).values(rates.map((rate) => ({ ...rate, by })));

/** Net sales to consumers of other member states by month and currency, less what was credited. */
export async function listCrossBorderSales(
  db: Database,
  from: Date,
): Promise<{ month: string; currency: string; netMinor: bigint }[]> {
  const isCrossBorder = sql`tax_treatment in ('oss', 'seller_rate') and issued_at >= ${from}`;
  const { rows } = await db.execute<{ month: string; currency: string; net: string }>(sql`
    select to_char(issued_at at time zone 'UTC', 'YYYY-MM') as month, currency, sum(net)::text as net from (
      select issued_at, currency, total_minor - tax_minor as net from ${invoices} where ${isCrossBorder} and status <> 'draft'
      union all
      select issued_at, currency, tax_minor - amount_minor from ${creditNotes} where ${isCrossBorder}
    ) as sales group by 1, 2 order by 1, 2`);
  return rows.map(({ month, currency, net }) => ({ month, currency, netMinor: BigInt(net) }));
}
