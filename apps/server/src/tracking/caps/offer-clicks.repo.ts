import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../stores/postgres.ts';
import { LONG_AGO, type OfferDay } from './offer-clicks.ts';
import type { OfferConversionDay } from './offer-conversions.ts';

/** Longer than a month. */
const DAYS_APART = 40;

/** Adds clicks, and returns all of those days. Offers that are gone are left out. */
export async function addOfferClicks(db: Database, days: readonly OfferDay[]): Promise<OfferDay[]> {
  if (days.length === 0) return [];
  const { rows } = await db.execute<Record<string, unknown> & OfferDay>(sql`
    insert into offer_clicks as c (offer_id, day, clicks, updated_at)
    select r."offerId", r.day, r.clicks, clock_timestamp()
    from jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as r("offerId" bigint, day date, clicks bigint)
    where exists (select 1 from offers o where o.id = r."offerId")
    order by 1, 2
    on conflict (offer_id, day) do update set
      clicks = c.clicks + excluded.clicks, updated_at = excluded.updated_at
    returning c.offer_id::float8 as "offerId", to_char(c.day, 'YYYY-MM-DD') as day, c.clicks::float8 as clicks`);
  return rows;
}

/** Days that any tracker has counted in the last seconds. */
export async function listChangedOfferClicks(db: Database, seconds: number): Promise<OfferDay[]> {
  const { rows } = await db.execute<Record<string, unknown> & OfferDay>(sql`
    select offer_id::float8 as "offerId", to_char(day, 'YYYY-MM-DD') as day, clicks::float8 as clicks
    from offer_clicks where updated_at > clock_timestamp() - make_interval(secs => ${seconds})`);
  return rows;
}

/** What offers brought on days that were counted again in the last seconds. */
export const listChangedOfferConversions = (db: Database, seconds: number): Promise<OfferConversionDay[]> =>
  listConversionDays(db, sql`updated_at > clock_timestamp() - make_interval(secs => ${seconds})`);

export const listOfferConversions = (db: Database, ids: readonly number[]): Promise<OfferConversionDay[]> =>
  listConversionDays(db, sql`offer_id in (select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)::bigint)`);

async function listConversionDays(db: Database, condition: SQL): Promise<OfferConversionDay[]> {
  const { rows } = await db.execute<Record<string, unknown> & OfferConversionDay>(sql`
    select offer_id::float8 as "offerId", to_char(day, 'YYYY-MM-DD') as day, conversions::float8 as conversions,
      payout_micro::float8 as "payoutMicro"
    from offer_conversions where ${condition}`);
  return rows;
}

/** All clicks of offers; days of long ago are one. */
export async function listOfferClicks(db: Database, ids: readonly number[]): Promise<OfferDay[]> {
  const { rows } = await db.execute<Record<string, unknown> & OfferDay>(sql`
    select offer_id::float8 as "offerId",
      case when day > current_date - ${DAYS_APART}::int then to_char(day, 'YYYY-MM-DD') else ${LONG_AGO} end as day,
      sum(clicks)::float8 as clicks
    from offer_clicks
    where offer_id in (select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)::bigint)
    group by 1, 2`);
  return rows;
}
