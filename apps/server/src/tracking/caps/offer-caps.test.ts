import { OfferSettings } from '@poklik/contract/offers';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { offerClicks, offers } from '../../stores/tables/campaigns.ts';
import {
  createTestTracking,
  serveTestTracker,
  type TestTracker,
  type TestTracking,
  temporaryFolder,
  until,
} from '../../testing/test-tracker.ts';
import { createOfferClicks, LONG_AGO } from './offer-clicks.ts';

let tracking: TestTracking;
let second: TestTracker;
beforeAll(async () => {
  tracking = await createTestTracking();
  second = await serveTestTracker(tracking.database, await temporaryFolder());
}, 60_000);
afterAll(async () => {
  await second.close();
  await tracking.close();
});

let made = 0;
async function newOffer(change: Partial<OfferSettings>): Promise<number> {
  made += 1;
  const settings = OfferSettings.parse({ name: `Offer ${made}`, url: `https://offer${made}.test/`, ...change });
  const { name, status } = settings;
  const [row] = await tracking.database.db
    .insert(offers)
    .values({ accountId: tracking.accountId, name, status, settings })
    .returning();
  if (!row) throw new Error('no offer');
  await notify(row.id);
  return row.id;
}
const notify = (id: number) => tracking.database.pool.query("select pg_notify('offers_changed', $1)", [String(id)]);
async function save(id: number, change: Partial<OfferSettings>): Promise<void> {
  await tracking.database.db
    .update(offers)
    .set({
      ...(change.status && { status: change.status }),
      settings: sql`${offers.settings} || ${JSON.stringify(change)}::jsonb`,
      version: sql`${offers.version} + 1`,
    })
    .where(eq(offers.id, id));
  await notify(id);
}
const campaignTo = (...ids: number[]) =>
  tracking.campaign({
    destinations: ids.map((offer_id) => ({ name: '', url: '', weight: 1, active: true, offer_id })),
  });
const placeOf = async (of: Pick<TestTracker, 'click'>, key: string) => (await of.click(`/c/${key}`)).headers.location;

describe('an edit of an offer', () => {
  it('reaches every tracker within a second, and no campaign is read again', async () => {
    const id = await newOffer({ url: 'https://before.test/' });
    const campaigns = await Promise.all(Array.from({ length: 5 }, () => campaignTo(id)));
    const all = (wanted: string) => async () => {
      const places = await Promise.all(
        campaigns.flatMap(({ key }) => [tracking, second].map((tracker) => placeOf(tracker, key))),
      );
      return places.every((place) => place === wanted);
    };
    await until(all('https://before.test/'));
    const start = performance.now();
    await save(id, { url: 'https://after.test/' });
    await until(all('https://after.test/'));
    expect(performance.now() - start).toBeLessThan(1_000);
    expect(tracking.log.clicks.at(-1)).toMatchObject({ version: '1', offer_id: String(id) });
  });

  it('is on the public page, with fallbacks, countries and limits, but not how large they are', async () => {
    const last = await newOffer({ url: 'https://last.test/?q=1' });
    const id = await newOffer({
      ...{ url: 'https://first.test/', countries: ['DE'], fallback_offer_id: last },
      caps: [{ kind: 'clicks', amount: 4321, period: 'day' }],
    });
    const { key } = await campaignTo(id);
    const page = async () => (await tracking.click(`/c/${key}+`)).body;
    await until(async () => (await page()).includes('https://first.test/'));
    const shown = await page();
    expect(shown).toMatch(/first\.test.*Germany.*limited number.*Otherwise.*last\.test\/\?q=1/s);
    expect(shown).not.toContain('4321');
    await save(id, { status: 'paused' });
    await until(async () => (await page()).includes('Paused at the moment'), 2_000);
  });

  it('leads visitors to the fallback while its URL fails, if its owner wants that', async () => {
    const rest = await newOffer({ url: 'https://alive.test/' });
    const id = await newOffer({ url: 'https://dead.test/', fallback_offer_id: rest, check: 'daily', on_dead: 'skip' });
    const { key } = await campaignTo(id);
    const found = async (state: 'working' | 'failing', wanted: string) => {
      await tracking.database.pool.query('update offers set link = $2 where id = $1', [
        id,
        JSON.stringify({ state, url: 'https://dead.test/' }),
      ]);
      await notify(id);
      await until(async () => (await placeOf(tracking, key)) === wanted);
    };
    await found('failing', 'https://alive.test/');
    expect((await tracking.click(`/c/${key}+`)).body).toContain('Doesn’t answer at the moment');
    await found('working', 'https://dead.test/');
    await found('failing', 'https://alive.test/');
    // Without checks it would stay dead forever.
    await save(id, { check: 'off' });
    await until(async () => (await placeOf(tracking, key)) === 'https://dead.test/');
    await save(id, { check: 'daily', url: 'https://moved.test/' });
    await until(async () => (await placeOf(tracking, key)) === 'https://moved.test/');
    await save(id, { url: 'https://dead.test/', on_dead: 'alert' });
    await found('failing', 'https://dead.test/');
  });

  it('is in the snapshot, so that a tracker starts without PostgreSQL', async () => {
    const id = await newOffer({ url: 'https://kept.test/' });
    const { key } = await campaignTo(id);
    await until(async () => (await placeOf(tracking, key)) === 'https://kept.test/');
    const folder = await temporaryFolder();
    await (await serveTestTracker(tracking.database, folder)).close();
    const db = Promise.reject(new Error('PostgreSQL is away'));
    db.catch(() => undefined);
    const alone = await serveTestTracker({ db: db as never, listen: async () => async () => undefined }, folder);
    expect(await placeOf(alone, key)).toBe('https://kept.test/');
    await alone.close();
  });
});

describe('caps of offers', () => {
  it('are shared by trackers and survive a restart', async () => {
    const rest = await newOffer({ url: 'https://rest.test/' });
    const id = await newOffer({
      ...{ url: 'https://capped.test/', fallback_offer_id: rest },
      caps: [{ kind: 'clicks', amount: 10, period: 'day' }],
    });
    const { key } = await campaignTo(id);
    await until(async () => (await placeOf(second, key)) === 'https://capped.test/');
    for (let turn = 0; turn < 6; turn += 1) await placeOf(tracking, key);
    await until(async () => {
      const [row] = await tracking.database.db.select().from(offerClicks).where(eq(offerClicks.offerId, id));
      return row?.clicks === 7;
    }, 5_000);
    // Each learns of the other's clicks within two rounds.
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    const places: (string | undefined)[] = [];
    for (let turn = 0; turn < 6; turn += 1) places.push(await placeOf(second, key));
    expect(places.filter((place) => place === 'https://capped.test/')).toHaveLength(3);
    const third = await serveTestTracker(tracking.database, await temporaryFolder());
    await until(async () => (await placeOf(third, key)) === 'https://rest.test/', 5_000);
    await third.close();
    await save(id, { caps: [{ kind: 'clicks', amount: 1_000, period: 'day' }] });
    await until(async () => (await placeOf(second, key)) === 'https://capped.test/', 2_000);
  }, 60_000);

  it('count by day, month and in total', () => {
    const clicks = createOfferClicks();
    clicks.watch(1);
    clicks.setKnown([
      { offerId: 1, day: '2026-06-01', clicks: 4 },
      { offerId: 1, day: '2026-05-31', clicks: 5 },
      { offerId: 1, day: LONG_AGO, clicks: 7 },
    ]);
    clicks.add(1, '2026-06-02');
    const isFull = (period: 'day' | 'month' | 'total', amount: number) =>
      clicks.isFull(1, [{ kind: 'clicks', amount, period }], '2026-06-02');
    expect([isFull('day', 1), isFull('day', 2), isFull('month', 5), isFull('month', 6)]).toEqual([
      true,
      false,
      true,
      false,
    ]);
    expect([isFull('total', 17), isFull('total', 18)]).toEqual([true, false]);
  });

  it('lose no click when PostgreSQL does not answer, and count none twice', () => {
    const clicks = createOfferClicks();
    clicks.watch(1);
    clicks.add(1, '2026-06-02');
    clicks.restore(clicks.take());
    clicks.add(1, '2026-06-02');
    const due = clicks.take();
    expect(due).toEqual([{ offerId: 1, day: '2026-06-02', clicks: 2 }]);
    clicks.add(1, '2026-06-02');
    clicks.confirm(due);
    clicks.setKnown([{ offerId: 1, day: '2026-06-02', clicks: 2 }]);
    expect(clicks.isFull(1, [{ kind: 'clicks', amount: 3, period: 'day' }], '2026-06-02')).toBe(true);
    expect(clicks.isFull(1, [{ kind: 'clicks', amount: 4, period: 'day' }], '2026-06-02')).toBe(false);
    expect(clicks.take()).toEqual([{ offerId: 1, day: '2026-06-02', clicks: 1 }]);
  });
});
