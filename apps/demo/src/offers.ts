import { LanderBody } from '@poklik/contract/landers';
import { OfferBody } from '@poklik/contract/offers';
import type { FindLander } from '@poklik/domain/landers/live-lander';
import type { FindOffer } from '@poklik/domain/offers/reach-offer';
import { createLander } from '@poklik/server/features/landers/landers.service';
import { createOffer } from '@poklik/server/features/offers/offers.service';
import type { Database } from '@poklik/server/stores/postgres';
import { landers, offers } from '@poklik/server/stores/tables/campaigns';
import type * as z from 'zod/mini';
import { type DemoEvent, daysAgo, OWNER } from './context.ts';
import { COURSES, listNetworks } from './networks.ts';

export const TRAVEL_COVER = 'Travel Cover · EN';
export const SAFE_TRIP = 'SafeTrip · ЄС';
const ANY_TRIP = 'AnyTrip · решта світу';

type OfferDraft = Omit<z.input<typeof OfferBody>, 'fallback_offer_id' | 'network_id'> & { fallback?: string };

export const listDemoOffers = (db: Database) => db.select().from(offers);

const addOffer = (hour: number, { fallback, ...draft }: OfferDraft): DemoEvent => ({
  at: daysAgo(94, hour),
  run: async ({ services, as }) => {
    const networks = [...(await listNetworks(services.db)).values()];
    const known = await listDemoOffers(services.db);
    const body = OfferBody.parse({
      ...draft,
      network_id: networks.find(({ name }) => name === COURSES)?.id ?? null,
      fallback_offer_id: known.find(({ name }) => name === fallback)?.id ?? null,
    });
    return createOffer(services, await as(OWNER), body);
  },
});

/** After the networks, before the campaigns that lead to them. */
export const OFFERS: DemoEvent[] = [
  addOffer(9, {
    name: ANY_TRIP,
    url: 'https://any-trip.example/?cid={click_id}&c={country}',
    tags: ['страхування'],
  }),
  addOffer(10, {
    ...{ name: SAFE_TRIP, url: 'https://safe-trip.example/eu?cid={click_id}', payout: '10.5', payout_currency: 'EUR' },
    ...{ countries: ['UA', 'PL', 'DE', 'CZ', 'RO', 'ES', 'IT', 'FR'], fallback: ANY_TRIP, tags: ['страхування', 'ЄС'] },
    notes: 'Приймають лише ЄС та Україну.',
  }),
  addOffer(11, {
    ...{ name: TRAVEL_COVER, url: 'https://travel-cover.example/en?cid={click_id}&c={country}', fallback: ANY_TRIP },
    caps: [{ kind: 'clicks', amount: 50_000, period: 'month' }],
    ...{ timezone: 'Europe/Kyiv', tags: ['страхування'] },
  }),
  addOffer(12, {
    ...{ name: 'Курси Excel · літо', url: 'https://courses.example/excel-summer?cid={click_id}', status: 'paused' },
    tags: ['курси'],
  }),
];

/** The offers as routing knows them. */
export async function findLiveOffers(db: Database): Promise<FindOffer> {
  const known = new Map((await listDemoOffers(db)).map((offer) => [offer.id, offer]));
  return (id) => {
    const offer = known.get(id);
    if (!offer) return undefined;
    const { url, countries, fallback_offer_id: fallbackId } = offer.settings;
    const state = offer.status === 'active' ? 'open' : offer.status;
    return { id, url, state, countries: countries.length > 0 ? new Set(countries) : null, fallbackId };
  };
}

export const GADGET_QUIZ = 'Квіз: обери ґаджет';

export const listDemoLanders = (db: Database) => db.select().from(landers);

/** The landers as routing knows them. */
export async function findLiveLanders(db: Database): Promise<FindLander> {
  const known = new Map((await listDemoLanders(db)).map((lander) => [lander.id, lander]));
  return (id) => {
    const lander = known.get(id);
    if (!lander) return undefined;
    const { url, slots, direct_campaign_id: directCampaignId } = lander.settings;
    const state = lander.status === 'active' ? 'open' : lander.status;
    return { id, key: lander.key, url, state, slots, directCampaignId };
  };
}

const LANDER_DRAFTS = [
  {
    name: GADGET_QUIZ,
    url: 'https://quiz.gadgets.example/black-friday?c={click_id}',
    slots: 2,
    tags: ['квіз', 'сезон'],
  },
  { name: 'Огляд страховок', url: 'https://travel-blog.example/insurance', status: 'paused', tags: ['страхування'] },
] as const;

/** Before the campaigns that lead to them. */
export const LANDERS: DemoEvent[] = LANDER_DRAFTS.map((draft, place) => ({
  at: daysAgo(94, 7 + place),
  run: async ({ services, as }) => createLander(services, await as(OWNER), LanderBody.parse(draft)),
}));
