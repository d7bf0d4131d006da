import type { CampaignSettings } from '@poklik/contract/campaigns';
import {
  BROWSERS,
  type Condition,
  DEVICES,
  DIMENSIONS,
  type Dimension,
  OPERATING_SYSTEMS,
  Optimise,
  type VisitorFacts,
} from '@poklik/contract/routing';
import { CLICK_COLUMNS } from '@poklik/domain/clicks/click-columns';
import { parseAddress } from '@poklik/domain/ip/ip-address';
import type { LiveLander } from '@poklik/domain/landers/live-lander';
import type { LearningInput, LedClicks, LedConversions } from '@poklik/domain/learning/learning-input';
import { type LiveOffer, listChain } from '@poklik/domain/offers/reach-offer';
import type { LiveTargets, RoutingInput } from '@poklik/domain/routing/routing-plan';
import fc from 'fast-check';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { settingsOf } from '../testing/test-tracker.ts';
import { type BlackListRow, buildBlackList } from './addresses/black-list.ts';
import { compileCampaign, packSettings } from './campaigns/compiled-campaign.ts';
import { createOfferIndex, type StoredOffer } from './campaigns/offer-index.ts';
import { type ClickSources, DropReason } from './clicks/click-context.ts';
import { createClickPipeline } from './clicks/click-pipeline.ts';
import type { chooseForVisitor } from './clicks/steps/choose-destination.ts';
import type { Visit } from './clicks/visit.ts';
import { transparencyPage } from './pages/transparency-page.ts';

const NO_LANDERS = { find: () => undefined, findByKey: () => undefined, countUnknown: () => undefined };
const NO_PASSES = { sign: () => '', open: () => null };

/** Any campaign that could distinguish visitors. */
const VALUES: Record<Dimension, readonly string[]> = {
  country: ['DE', 'US', 'UA', 'ZZ'],
  language: ['de', 'en', 'uk'],
  device: DEVICES,
  os: OPERATING_SYSTEMS,
  browser: BROWSERS,
  schedule: ['1 00:00-24:00', '3 10:00-22:00', '6 20:00-04:00'],
};
const condition: fc.Arbitrary<Condition> = fc.constantFrom(...DIMENSIONS).chain((dimension) =>
  fc.record({
    dimension: fc.constant(dimension),
    operator: fc.constantFrom('in' as const, 'not_in' as const),
    values: fc.uniqueArray(fc.constantFrom(...VALUES[dimension]), { minLength: 1 }),
  }),
);
/** Offers in every state, with countries and fallbacks; the last one of the destinations doesn't exist. */
const OFFERS: readonly Omit<StoredOffer, 'mark' | 'caps' | 'timezone' | 'isDead'>[] = [
  { id: 1, url: 'https://o1.test/?c={country}', status: 'active', countries: ['DE', 'UA'], fallbackId: 2 },
  { id: 2, url: 'https://o2.test/?s={sub1}', status: 'active', countries: [], fallbackId: null },
  { id: 3, url: 'https://o3.test/', status: 'paused', countries: [], fallbackId: 1 },
  { id: 4, url: 'https://o4.test/', status: 'active', countries: ['US'], fallbackId: null },
  { id: 5, url: 'https://o5.test/', status: 'archived', countries: [], fallbackId: 4 },
  { id: 6, url: 'https://o6.test/', status: 'active', countries: [], fallbackId: 2 },
];
const FULL_OFFER = 6;
const offers = createOfferIndex({ isFull: (id) => id === FULL_OFFER, add: () => undefined, watch: () => undefined });
for (const offer of OFFERS) {
  const caps = offer.id === FULL_OFFER ? [{ kind: 'clicks' as const, amount: 1, period: 'day' as const }] : [];
  offers.put({ ...offer, mark: '', isDead: false, caps, timezone: 'UTC' });
}
const UNKNOWN_OFFER = 7;

const destinations = fc.array(
  fc
    .record({
      name: fc.constant(''),
      url: fc.nat(999).map((number) => `https://d${number}.test/?c={country}&s={sub1}`),
      weight: fc.integer({ min: 1, max: 100 }),
      active: fc.boolean(),
      offer_id: fc.option(fc.integer({ min: 1, max: UNKNOWN_OFFER })),
    })
    .map(({ offer_id, ...plain }) => (offer_id === null ? plain : { ...plain, url: '', offer_id })),
  { minLength: 1, maxLength: 3 },
);
/** Weights that learn. */
const optimise = fc.boolean().map((learns) => Optimise.parse({ mode: learns ? 'learn' : 'fixed' }));
const rules = fc.array(
  fc.record({
    name: fc.constant(''),
    active: fc.boolean(),
    match: fc.constantFrom('all' as const, 'any' as const),
    conditions: fc.array(condition, { minLength: 1, maxLength: 3 }),
    destinations,
    optimise,
  }),
  { maxLength: 5 },
);
const settings: fc.Arbitrary<CampaignSettings> = fc
  .record({
    rules,
    destinations,
    optimise,
    sticky: fc.boolean(),
    routing_page_query: fc.boolean(),
    timezone: fc.constantFrom('UTC', 'Europe/Kyiv'),
  })
  .map((change) => settingsOf(change));
const facts: fc.Arbitrary<VisitorFacts> = fc.record({
  country: fc.constantFrom(...VALUES.country),
  language: fc.constantFrom(...VALUES.language),
  device: fc.constantFrom(...DEVICES),
  os: fc.constantFrom(...OPERATING_SYSTEMS),
  browser: fc.constantFrom(...BROWSERS),
});
const address = fc.oneof(fc.ipV4(), fc.ipV6()).map((text) => parseAddress(text) ?? { text: '', words: [] });
/** Everything a cloaker would look at. */
const identity = fc.record({
  address,
  userAgent: fc.oneof(fc.string(), fc.constantFrom('', 'Googlebot/2.1', 'AdsBot-Google', 'facebookexternalhit/1.1')),
  referrer: fc.oneof(
    fc.webUrl(),
    fc.string(),
    fc.constantFrom('', 'https://ads.google.com/', 'https://www.facebook.com/ads/manage'),
  ),
  isBot: fc.boolean(),
});
const moment = fc.record({
  now: fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2026, 11, 31) }),
  random: fc.nat(999_999),
  cookie: fc.constantFrom('', 'pk=1.1', 'pk=0.2; x=y'),
});

type Identity = typeof identity extends fc.Arbitrary<infer T> ? T : never;
type Moment = typeof moment extends fc.Arbitrary<infer T> ? T : never;

/** Handles a click with fixed facts and random value, so only the identity varies. */
function pass(
  campaignSettings: CampaignSettings,
  known: VisitorFacts,
  who: Identity,
  when: Moment,
  entries: BlackListRow[] = [],
) {
  const packed = packSettings(JSON.stringify(campaignSettings));
  const campaign = compileCampaign({ id: 1, key: 'k', accountId: 1, version: 1, mark: '', packed, postbackKey: '' });
  const sources: ClickSources = {
    campaigns: { find: () => campaign, findById: () => campaign },
    ...{ offers, landers: NO_LANDERS, passes: NO_PASSES },
    blackListOf: () => buildBlackList(entries),
    counts: { get: () => 0, add: () => undefined },
    clickId: () => 'id',
    visitorHash: () => '1',
    keptAddress: ({ text }) => text,
    countryOf: () => known.country,
    languageOf: () => known.language,
    deviceOf: () => ({ ...known, isBot: who.isBot, userAgent: '' }),
    isSecure: () => true,
  };
  const visit: Visit = {
    key: 'k',
    query: 'sub1=x',
    acceptLanguage: '',
    isClick: true,
    isPrefetch: false,
    isPrivate: false,
    ...who,
    ...when,
  };
  const outcome = createClickPipeline(sources).handle(visit);
  const values = 'record' in outcome ? outcome.record.split('\t') : [];
  const field = (name: string) => values[CLICK_COLUMNS.findIndex(([column]) => column === name)];
  return {
    ...outcome,
    verdict: field('verdict'),
    botLabel: field('is_bot'),
    choice: `${field('rule')}/${field('destination')} ${'location' in outcome ? outcome.location : ''} ${'cookies' in outcome ? outcome.cookies : ''}`,
  };
}

describe('is not a cloaker', () => {
  it('1. routing sees a closed list of facts', () => {
    expect(DIMENSIONS).toEqual(['country', 'language', 'device', 'os', 'browser', 'schedule']);
    expectTypeOf<keyof VisitorFacts>().toEqualTypeOf<'country' | 'language' | 'device' | 'os' | 'browser'>();
    expectTypeOf<keyof RoutingInput>().toEqualTypeOf<'facts' | 'moment' | 'random' | 'before'>();
    type Asked = Parameters<typeof chooseForVisitor>;
    expectTypeOf<Asked[1]>().toEqualTypeOf<VisitorFacts>();
    expectTypeOf<Asked['length']>().toEqualTypeOf<6>();
    // What offers and landers add is their own state.
    expectTypeOf<Asked[5]>().toEqualTypeOf<Pick<LiveTargets, 'findOffer' | 'findLander'>>();
    expectTypeOf<LiveTargets['findOffer']>().toEqualTypeOf<(id: number) => LiveOffer | undefined>();
    expectTypeOf<LiveTargets['findLander']>().toEqualTypeOf<(id: number) => LiveLander | undefined>();
    expectTypeOf<keyof LiveOffer>().toEqualTypeOf<'id' | 'url' | 'state' | 'countries' | 'fallbackId'>();
    expectTypeOf<keyof LiveLander>().toEqualTypeOf<'id' | 'key' | 'url' | 'state' | 'slots' | 'directCampaignId'>();
  });

  it('1. learned weights follow from what clicks of a destination brought and nothing else', () => {
    expectTypeOf<keyof LearningInput>().toEqualTypeOf<'clicks' | 'conversions'>();
    expectTypeOf<keyof LedClicks>().toEqualTypeOf<'target' | 'quarter' | 'clicks'>();
    expectTypeOf<keyof LedConversions>().toEqualTypeOf<
      'target' | 'quarter' | 'reported' | 'state' | 'conversions' | 'amount'
    >();
  });

  it('1. the same facts and random value lead to the same destination for every visitor', () => {
    fc.assert(
      fc.property(
        settings,
        facts,
        moment,
        identity,
        identity,
        (campaign, known, when, one, other) =>
          pass(campaign, known, one, when).choice === pass(campaign, known, other, when).choice,
      ),
    );
  }, 60_000);

  it('2. the black list excludes or blocks but never changes the destination', () => {
    const entry = fc.tuple(fc.constantFrom('0.0.0.0/0', '::/0', '10.0.0.0/8', '198.51.100.0/24'), fc.boolean());
    const seen = new Set<string | undefined>();
    fc.assert(
      fc.property(
        settings,
        facts,
        moment,
        identity,
        fc.array(entry, { maxLength: 3 }),
        (campaign, known, when, who, entries) => {
          const rows = entries.map(([range, block], place) => ({ id: place + 1, campaignId: null, range, block }));
          const [free, listed] = [pass(campaign, known, who, when), pass(campaign, known, who, when, rows)];
          seen.add(listed.verdict);
          if (listed.kind === 'dropped')
            return listed.reason === DropReason.blocked && listed.verdict === '2' && rows.some(({ block }) => block);
          return listed.choice === free.choice && free.verdict === '0';
        },
      ),
    );
    expect([...seen].sort()).toEqual(['0', '1', '2']);
  }, 60_000);

  it('3. a bot is labeled and goes where a person with the same facts goes', () => {
    fc.assert(
      fc.property(settings, facts, moment, identity, (campaign, known, when, who) => {
        const person = pass(campaign, known, { ...who, isBot: false }, when);
        const robot = pass(campaign, known, { ...who, isBot: true }, when);
        return person.choice === robot.choice && person.botLabel === '0' && robot.botLabel === '1';
      }),
    );
  }, 60_000);

  it('4. the public routing page lists every rule and destination', async () => {
    await fc.assert(
      fc.asyncProperty(
        settings,
        fc.constantFrom('ua' as const, 'ru' as const, 'en' as const),
        async (campaign, language) => {
          const page = await transparencyPage(
            { appName: 'Poklik', language },
            {
              link: 'https://t.test/c/k',
              settings: campaign,
              state: 'open',
              findOffer: offers.find,
              findLander: () => undefined,
            },
          );
          const shown = [...page.matchAll(/<code class="link">([^<]*)<\/code>/g)].map(([, url = '']) =>
            url.replaceAll('&amp;', '&'),
          );
          const urls = [...campaign.rules, campaign].flatMap((part) =>
            part.destinations.flatMap(({ url, offer_id }) =>
              offer_id == null ? url : listChain(offer_id, offers.find).map((offer) => offer.url),
            ),
          );
          const wanted = [...urls, campaign.default_url].map((url) =>
            campaign.routing_page_query ? url : url.split('?')[0],
          );
          return (
            (page.match(/<article>/g)?.length ?? 0) === campaign.rules.length &&
            wanted.every((url) => shown.includes(url ?? ''))
          );
        },
      ),
    );
  }, 120_000);

  it('4. every destination of a redirect is on the public routing page', async () => {
    await fc.assert(
      fc.asyncProperty(settings, facts, moment, identity, async (campaign, known, when, who) => {
        const outcome = pass(campaign, known, who, when);
        const page = await transparencyPage(
          { appName: 'Poklik', language: 'en' },
          { link: '', settings: campaign, state: 'open', findOffer: offers.find, findLander: () => undefined },
        );
        return outcome.kind === 'redirect' && page.includes(`>${outcome.location.split('?')[0]}`);
      }),
    );
  }, 120_000);
});
