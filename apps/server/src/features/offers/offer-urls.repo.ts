import type { CampaignSettings } from '@poklik/contract/campaigns';
import { listOfferIds, withTargetUrls } from '@poklik/domain/routing/targets';
import { inArray, sql } from 'drizzle-orm';
import type { Database } from '../../stores/postgres.ts';
import { offers } from '../../stores/tables/campaigns.ts';

type Targets = Pick<CampaignSettings, 'destinations' | 'rules'>;

/** The URLs of offers, by ID. */
async function listOfferUrls(db: Database, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: offers.id, url: sql<string>`${offers.settings} ->> 'url'` })
    .from(offers)
    .where(inArray(offers.id, [...ids]));
  return new Map(rows.map(({ id, url }) => [id, url]));
}

/** Destinations with an offer get its present URL, because settings are stored without it. */
export async function resolveOfferUrls<Row extends { settings: Targets }>(
  db: Database,
  rows: readonly Row[],
): Promise<Row[]> {
  const urls = await listOfferUrls(db, [...new Set(rows.flatMap(({ settings }) => listOfferIds(settings)))]);
  return rows.map((row) => ({ ...row, settings: withTargetUrls(row.settings, { offer: (id) => urls.get(id) ?? '', lander: () => '' }) }));
}
