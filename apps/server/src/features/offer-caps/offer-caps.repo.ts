import { sql } from 'drizzle-orm';
import type { Database } from '../../stores/postgres.ts';
import { offerConversions } from '../../stores/tables/campaigns.ts';

/** A conversion that was reported or changed. */
export interface TouchedConversion {
  offerId: number;
  receivedAt: Date;
}

/** What an offer brought on a day, in one currency. */
export interface OfferDaySum {
  offerId: number;
  day: string;
  /** In which the offer is paid. */
  offerCurrency: string;
  currency: string;
  conversions: number;
  payoutMicro: bigint;
  payoutBaseMicro: bigint;
}

export interface SumRules {
  notConversions: readonly string[];
  notRevenue: readonly string[];
}

const HAS_CAP = sql`exists (select 1 from jsonb_array_elements(o.settings -> 'caps') as cap
  where cap ->> 'kind' in ('conversions', 'payout'))`;

export async function listCappedOffers(db: Database, accountId: number): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(
    sql`select o.id::float8 as id from offers o where o.account_id = ${accountId} and ${HAS_CAP}`,
  );
  return rows.map(({ id }) => id);
}

const codes = (list: readonly string[]) => sql`(select jsonb_array_elements_text(${JSON.stringify(list)}::jsonb))`;

/** Of offers whose conversions or payout are limited: the days of those conversions. */
export async function sumDays(
  db: Database,
  accountId: number,
  touched: readonly TouchedConversion[],
  rules: SumRules,
): Promise<OfferDaySum[]> {
  const spans = sql`
    select distinct l.id, l.zone, l.currency,
      date_trunc('day', t."receivedAt" at time zone l.zone) at time zone l.zone as start,
      (date_trunc('day', t."receivedAt" at time zone l.zone) + interval '1 day') at time zone l.zone as until
    from jsonb_to_recordset(${JSON.stringify(touched)}::jsonb) as t("offerId" bigint, "receivedAt" timestamptz)
    join limited l on l.id = t."offerId"`;
  return sumSpans(db, accountId, spans, rules);
}

/** All days of an offer, if its conversions or payout are limited. */
export const sumAllDays = (
  db: Database,
  accountId: number,
  offerId: number,
  rules: SumRules,
): Promise<OfferDaySum[]> => {
  const spans = sql`select l.id, l.zone, l.currency, '-infinity'::timestamptz as start, 'infinity'::timestamptz as until
    from limited l where l.id = ${offerId}`;
  return sumSpans(db, accountId, spans, rules);
};

async function sumSpans(
  db: Database,
  accountId: number,
  spans: ReturnType<typeof sql>,
  { notConversions, notRevenue }: SumRules,
): Promise<OfferDaySum[]> {
  const isLive = sql`c.status in ('pending', 'approved')`;
  const { rows } = await db.execute<Record<string, unknown> & Omit<OfferDaySum, 'payoutMicro' | 'payoutBaseMicro'>>(sql`
    with limited as (
      select o.id, o.settings ->> 'timezone' as zone, o.settings ->> 'payout_currency' as currency
      from offers o where o.account_id = ${accountId} and ${HAS_CAP}
    ), spans as (${spans})
    select s.id::float8 as "offerId", to_char(c.received_at at time zone s.zone, 'YYYY-MM-DD') as day,
      s.currency as "offerCurrency", c.currency,
      (count(*) filter (where ${isLive} and c.type not in ${codes(notConversions)}))::float8 as conversions,
      coalesce(sum(c.payout_micro) filter (where ${isLive} and c.type not in ${codes(notRevenue)}), 0)::text as "payoutMicro",
      coalesce(sum(c.payout_base_micro) filter (where ${isLive} and c.type not in ${codes(notRevenue)}), 0)::text as "payoutBaseMicro"
    from spans s
    join conversions c on c.account_id = ${accountId} and (c.click ->> 'offer_id')::bigint > 0
      and (c.click ->> 'offer_id')::bigint = s.id and c.received_at >= s.start and c.received_at < s.until
    group by 1, 2, 3, 4`);
  return rows.map(({ payoutMicro, payoutBaseMicro, ...row }) => ({
    ...row,
    payoutMicro: BigInt(String(payoutMicro)),
    payoutBaseMicro: BigInt(String(payoutBaseMicro)),
  }));
}

type OfferDay = Omit<typeof offerConversions.$inferInsert, 'updatedAt'>;

export async function saveDays(db: Database, days: readonly OfferDay[]): Promise<void> {
  if (days.length === 0) return;
  await db
    .insert(offerConversions)
    .values(days.map((day) => ({ ...day, updatedAt: sql`clock_timestamp()` })))
    .onConflictDoUpdate({
      target: [offerConversions.offerId, offerConversions.day],
      set: {
        conversions: sql`excluded.conversions`,
        payoutMicro: sql`excluded.payout_micro`,
        updatedAt: sql`excluded.updated_at`,
      },
    });
}

/** Days stay with nothing in them, so that trackers learn of it. */
export const emptyDays = (db: Database, offerId: number) =>
  db.execute(sql`update offer_conversions set conversions = 0, payout_micro = 0, updated_at = clock_timestamp()
    where offer_id = ${offerId}`);
