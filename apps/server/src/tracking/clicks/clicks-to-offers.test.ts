import { describe, expect, it } from 'vitest';
import type { BlackListRow } from '../addresses/black-list.ts';
import { createOfferIndex, type StoredOffer } from '../campaigns/offer-index.ts';
import { createOfferClicks } from '../caps/offer-clicks.ts';
import { passer } from './click-pipeline.fixture.ts';

describe('a click to an offer', () => {
  const NOON = '2026-06-01T12:00:00Z';
  const stored = (id: number, change: Partial<StoredOffer> = {}): StoredOffer => ({
    ...{
      id,
      mark: '1',
      url: `https://offer${id}.test/?c={click_id}`,
      status: 'active',
      isDead: false,
      countries: [],
      fallbackId: null,
    },
    ...{ caps: [], timezone: 'UTC' },
    ...change,
  });
  const destinations = [{ name: '', url: '', weight: 1, active: true, offer_id: 1 }];

  it('fills in its URL and records it', () => {
    const offers = createOfferIndex(createOfferClicks());
    offers.put(stored(1));
    const outcome = passer({ destinations }, [], 0, offers)(NOON);
    expect(outcome.location).toBe('https://offer1.test/?c=the-id');
    expect(['destination', 'offer_id', 'gave_way'].map((name) => outcome.field(name as 'offer_id'))).toEqual([
      '1',
      '1',
      '',
    ]);
  });

  it('knows the offer, its network, the way to it and the identifier of the source', () => {
    const offers = createOfferIndex(createOfferClicks());
    const url = 'https://o.test/{offer_id}/{lander_id}?n={network}&s={step}&t={tag}';
    offers.put(stored(1, { url, network: 'Ads & Co' }));
    const pass = passer({ destinations }, [], 0, offers);
    expect(pass(NOON, { query: 'gclid=G-1&fbclid=F' }).location).toBe('https://o.test/1/?n=Ads%20%26%20Co&s=0&t=G-1');
    expect(pass(NOON, { query: 'gclid=G-1&consent=no' }).location).toMatch(/&s=0&t=$/);
    expect(pass(NOON, { query: 'gclid=G-1', isPrivate: true }).location).toMatch(/&s=0&t=$/);
    // Neither an offer nor a lander.
    const plain = passer({ default_url: url, destinations: [] }, [], 0, offers);
    expect(plain(NOON, { query: 'gclid=G-1' }).location).toBe('https://o.test//?n=&s=0&t=G-1');
  });

  it('follows an edit at once, to the fallback when it is paused, and to the default URL when none takes it', () => {
    const offers = createOfferIndex(createOfferClicks());
    const pass = passer({ destinations }, [], 0, offers);
    const fate = () => {
      const { location, field } = pass(NOON);
      return [location, field('destination'), field('offer_id'), field('gave_way')];
    };
    offers.put(stored(1, { url: 'https://new.test/' }));
    expect(fate()).toEqual(['https://new.test/', '1', '1', '']);
    offers.put(stored(1, { status: 'paused', fallbackId: 2 }));
    offers.put(stored(2, { countries: ['DE'] }));
    expect(fate()).toEqual(['https://offer2.test/?c=the-id', '1', '2', 'paused']);
    offers.put(stored(2, { countries: ['US'] }));
    expect(fate()).toEqual(['https://default.test/', '0', '0', 'none_open']);
    offers.remove(1);
    expect(fate()).toEqual(['https://default.test/', '0', '0', 'none_open']);
  });

  it('counts towards its caps, unless it is excluded or a HEAD request', () => {
    const clicks = createOfferClicks();
    const offers = createOfferIndex(clicks);
    offers.put(stored(1, { caps: [{ kind: 'clicks', amount: 2, period: 'total' }], fallbackId: 2 }));
    offers.put(stored(2));
    const exclude: BlackListRow = { id: 5, campaignId: null, range: '198.51.100.0/24', block: false };
    passer({ destinations }, [exclude], 0, offers)(NOON);
    const pass = passer({ destinations }, [], 0, offers);
    pass(NOON, { isClick: false });
    expect([1, 2, 3, 4].map(() => pass(NOON).field('offer_id'))).toEqual(['1', '1', '2', '2']);
    expect(clicks.take()).toEqual([{ offerId: 1, day: '2026-06-01', clicks: 2 }]);
  });
});
