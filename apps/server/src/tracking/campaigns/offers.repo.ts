import { inArray, sql } from 'drizzle-orm';
import type { Database } from '../../stores/postgres.ts';
import { offers } from '../../stores/tables/campaigns.ts';
import { networks } from '../../stores/tables/networks.ts';
import type { StoredOffer } from './offer-index.ts';

/** What was found of an earlier URL, or before checks were switched off, says nothing. */
const isDead = sql`(${offers.settings} ->> 'on_dead' = 'skip' and ${offers.settings} ->> 'check' <> 'off'
  and ${offers.link} ->> 'state' = 'failing' and ${offers.link} ->> 'url' = ${offers.settings} ->> 'url') is true`;

/** Starts with the format version, so that data of older releases is read again. */
const offerMark = sql<string>`'3 ' || ${offers.version} || ' ' || extract(epoch from ${offers.updatedAt})
  || case when ${isDead} then ' dead' else '' end || coalesce(' ' || ${networks.name}, '')`;

const isOfOffer = sql`${networks.id} = (${offers.settings} ->> 'network_id')::bigint`;

/** Archived ones too, because their fallbacks take their visitors. */
export const listOfferMarks = (db: Database): Promise<{ id: number; mark: string }[]> =>
  db.select({ id: offers.id, mark: offerMark }).from(offers).leftJoin(networks, isOfOffer);

export async function findOffers(db: Database, ids: readonly number[]): Promise<StoredOffer[]> {
  const rows = await db
    .select({
      id: offers.id,
      mark: offerMark,
      isDead: sql<boolean>`${isDead}`,
      status: offers.status,
      settings: offers.settings,
      network: networks.name,
    })
    .from(offers)
    .leftJoin(networks, isOfOffer)
    .where(inArray(offers.id, [...ids]));
  return rows.map(({ id, mark, isDead: fails, status, settings, network }) => ({
    id,
    mark,
    status,
    isDead: fails,
    url: settings.url,
    network: network ?? '',
    countries: settings.countries,
    fallbackId: settings.fallback_offer_id,
    caps: settings.caps,
    timezone: settings.timezone,
  }));
}
