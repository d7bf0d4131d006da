import { LanderSettings } from '@poklik/contract/landers';
import { OfferSettings } from '@poklik/contract/offers';
import type { Destination } from '@poklik/contract/routing';
import { eq, sql } from 'drizzle-orm';
import { landers, offers } from '../../stores/tables/campaigns.ts';
import { type TestTracking, until } from '../../testing/test-tracker.ts';

/** Creates offers and landers like the API does, with a notification. */
export function createTestLanders({ database, accountId }: Pick<TestTracking, 'database' | 'accountId'>) {
  const { db } = database;
  let made = 0;
  const notify = (channel: string, id: number) => db.execute(sql`select pg_notify(${channel}, ${String(id)})`);
  return {
    async offer(change: Partial<OfferSettings> = {}): Promise<number> {
      made += 1;
      const settings = OfferSettings.parse({ name: `Offer ${made}`, url: `https://offer${made}.test/`, ...change });
      const { name, status } = settings;
      const [row] = await db.insert(offers).values({ accountId, name, status, settings }).returning();
      if (!row) throw new Error('no offer');
      await notify('offers_changed', row.id);
      return row.id;
    },
    async saveOffer(id: number, change: Partial<OfferSettings>): Promise<void> {
      await db
        .update(offers)
        .set({
          ...(change.status && { status: change.status }),
          settings: sql`${offers.settings} || ${JSON.stringify(change)}::jsonb`,
          version: sql`${offers.version} + 1`,
        })
        .where(eq(offers.id, id));
      await notify('offers_changed', id);
    },
    async lander(change: Partial<LanderSettings> = {}): Promise<{ id: number; key: string }> {
      made += 1;
      const settings = LanderSettings.parse({ name: `Lander ${made}`, url: `https://lander${made}.test/`, ...change });
      const { name, status } = settings;
      const key = `lander${made}`;
      const [row] = await db.insert(landers).values({ accountId, key, name, status, settings }).returning();
      if (!row) throw new Error('no lander');
      await notify('landers_changed', row.id);
      return { id: row.id, key };
    },
  };
}

let uids = 0;
/** A destination with an identity, as a saved one has it. */
export function target(change: Partial<Destination>): Destination {
  uids += 1;
  return { uid: `u${String(uids).padStart(7, '0')}`, name: '', url: '', weight: 100, active: true, ...change };
}
/** Slots of a lander, each with its targets. */
export const slots = (...lists: Destination[][]): NonNullable<Destination['next']> =>
  lists.map((targets) => ({ targets }));

export const GERMANY = { 'x-forwarded-for': '46.4.0.1', 'accept-language': 'de' };
export const cookiesOf = (headers: { 'set-cookie'?: string[] | undefined }): string =>
  (headers['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0]).join('; ');
export const passIn = (url: string | undefined): string => new URL(url ?? '').searchParams.get('pk') ?? '';

/** Campaigns with a lander, and visitors on their way to it. */
export function createFunnels(tracking: TestTracking) {
  const make = createTestLanders(tracking);
  return {
    make,
    /** Clicks the tracking link once the tracker knows the lander. */
    async visit(key: string, query = '', headers: Record<string, string> = GERMANY) {
      const open = () => tracking.click(`/c/${key}${query}`, headers);
      await until(async () => (await open()).headers.location?.includes('pk=') ?? false);
      tracking.log.clicks.length = 0;
      const { headers: answer } = await open();
      return { location: answer.location, pass: passIn(answer.location), cookie: cookiesOf(answer) };
    },
    async campaignWithLander(
      listsOf: (offers: number[]) => Parameters<typeof slots>,
      { offers: count = 2, ...change }: { offers?: number } & Parameters<TestTracking['campaign']>[0] = {},
    ) {
      const offers: number[] = [];
      for (let made = 0; made < count; made += 1)
        offers.push(await make.offer({ url: `https://o${made}.test/?c={click_id}&s={sub1}&k={country}` }));
      const lander = await make.lander({ url: 'https://page.test/quiz?x=1' });
      const destination = target({ lander_id: lander.id, next: slots(...listsOf(offers)) });
      const campaign = await tracking.campaign({ destinations: [destination], ...change });
      return { offers, lander, destination, campaign };
    },
  };
}
