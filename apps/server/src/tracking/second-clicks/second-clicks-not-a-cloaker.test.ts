import type { CampaignSettings } from '@poklik/contract/campaigns';
import { BROWSERS, DEVICES, type Destination, OPERATING_SYSTEMS } from '@poklik/contract/routing';
import { STEP_COLUMNS } from '@poklik/domain/clicks/click-columns';
import { parseAddress } from '@poklik/domain/ip/ip-address';
import type { NextInput } from '@poklik/domain/routing/routing-plan';
import fc from 'fast-check';
import { beforeAll, describe, expect, expectTypeOf, it } from 'vitest';
import { settingsOf, temporaryFolder } from '../../testing/test-tracker.ts';
import { type BlackListRow, buildBlackList } from '../addresses/black-list.ts';
import { compileCampaign, packSettings } from '../campaigns/compiled-campaign.ts';
import { createLanderIndex } from '../campaigns/lander-index.ts';
import { createOfferIndex } from '../campaigns/offer-index.ts';
import type { ClickSources } from '../clicks/click-context.ts';
import { createClickIdGenerator } from '../clicks/click-id.ts';
import { createClickPipeline } from '../clicks/click-pipeline.ts';
import type { Visit } from '../clicks/visit.ts';
import { landerPage } from '../pages/lander-page.ts';
import { transparencyPage } from '../pages/transparency-page.ts';
import { openPassKeys, type PassKeys } from '../passes/pass-keys.ts';
import { type chooseForPass, handleSecondClick } from './second-click.ts';

const NOON = Date.UTC(2026, 5, 1, 12);
const offers = createOfferIndex({ isFull: (id) => id === 4, add: () => undefined, watch: () => undefined });
for (const [id, countries, fallbackId] of [
  [1, ['DE'], 2],
  [2, [], null],
  [3, ['US'], null],
  [4, [], 2],
] as const)
  offers.put({
    ...{
      isDead: false,
      id,
      mark: '',
      url: `https://o${id}.test/?c={country}`,
      status: id === 3 ? 'paused' : 'active',
      fallbackId,
    },
    ...{
      countries: [...countries],
      timezone: 'UTC',
      caps: id === 4 ? [{ kind: 'clicks', amount: 1, period: 'day' }] : [],
    },
  });
const landers = createLanderIndex();
for (const id of [1, 2, 3])
  landers.put({
    ...{
      id,
      accountId: 1,
      mark: '',
      key: `lander${id}`,
      url: `https://l${id}.test/?a=1`,
      slots: 2,
      directCampaignId: null,
    },
    status: id === 3 ? 'paused' : 'active',
  });

const place = fc.integer({ min: 1, max: 1_000_000_000 });
const toTarget = (rest: Partial<Destination>, number: number, weight: number): Destination => ({
  ...{ uid: `t${String(number % 10_000_000).padStart(7, '0')}`, name: '', url: '', active: number % 5 !== 0, weight },
  ...rest,
});
const weight = fc.integer({ min: 1, max: 100 });
const simple: fc.Arbitrary<Destination> = fc
  .tuple(fc.constantFrom(0, 1, 2, 3, 4, 9), place, weight)
  .map(([offer, number, own]) =>
    toTarget(offer === 0 ? { url: `https://d${number}.test/?x={sub1}` } : { offer_id: offer }, number, own),
  );
const targets = (below: fc.Arbitrary<Destination>) => fc.array(below, { maxLength: 3 });
const landing = (below: fc.Arbitrary<Destination>): fc.Arbitrary<Destination> =>
  fc
    .tuple(fc.constantFrom(1, 2, 3), place, weight, fc.array(targets(below), { maxLength: 3 }))
    .map(([id, number, own, lists]) =>
      toTarget({ lander_id: id, next: lists.map((list) => ({ targets: list })) }, number, own),
    );
const tree = fc.oneof(landing(fc.oneof(simple, landing(simple))), simple);
const settings: fc.Arbitrary<CampaignSettings> = fc
  .record({ destinations: fc.array(tree, { minLength: 1, maxLength: 3 }), routing_page_query: fc.boolean() })
  .map((change) => settingsOf(change));
const facts = fc.record({
  country: fc.constantFrom('DE', 'US', 'ZZ'),
  language: fc.constantFrom('de', ''),
  device: fc.constantFrom(...DEVICES),
  os: fc.constantFrom(...OPERATING_SYSTEMS),
  browser: fc.constantFrom(...BROWSERS),
});
/** Everything a cloaker would look at, and facts that have changed since the first click. */
const identity = fc.record({
  address: fc.oneof(fc.ipV4(), fc.ipV6()).map((text) => parseAddress(text) ?? { text: '', words: [] }),
  userAgent: fc.oneof(fc.string(), fc.constantFrom('', 'Googlebot/2.1')),
  referrer: fc.oneof(fc.webUrl(), fc.constantFrom('', 'https://ads.google.com/')),
  isBot: fc.boolean(),
  now: facts,
});
type Identity = typeof identity extends fc.Arbitrary<infer T> ? T : never;

describe('a second click is not a cloaker', () => {
  let keys: PassKeys;
  beforeAll(async () => {
    keys = await openPassKeys(await temporaryFolder(), 'secret');
  });
  const newId = createClickIdGenerator();

  function walker(campaignSettings: CampaignSettings, entries: BlackListRow[] = []) {
    const packed = packSettings(JSON.stringify(campaignSettings));
    const campaign = compileCampaign({ id: 1, key: 'k', accountId: 1, version: 1, mark: '', packed, postbackKey: '' });
    const id = newId(NOON, 1);
    const visitFor = (who: Identity): { sources: ClickSources; visit: Omit<Visit, 'key' | 'query'> } => ({
      sources: {
        ...{ offers, landers, passes: keys, campaigns: { find: () => campaign, findById: () => campaign } },
        blackListOf: () => buildBlackList(entries),
        counts: { get: () => 0, add: () => undefined },
        clickId: () => id,
        visitorHash: () => '1',
        keptAddress: ({ text }) => text,
        countryOf: () => who.now.country,
        languageOf: () => who.now.language,
        deviceOf: () => ({ ...who.now, isBot: who.isBot, userAgent: '' }),
        isSecure: () => true,
      },
      visit: {
        ...{ address: who.address, userAgent: who.userAgent, referrer: who.referrer, acceptLanguage: '', cookie: '' },
        ...{ now: NOON, random: 0, isClick: true, isPrefetch: false, isPrivate: false },
      },
    });
    return {
      /** The lander of the first click and the pass; null if the click led elsewhere. */
      enter(who: Identity, random: number) {
        const { sources, visit } = visitFor(who);
        const outcome = createClickPipeline(sources).handle({ ...visit, random, key: 'k', query: 'sub1=x' });
        if (outcome.kind !== 'redirect') return null;
        const pass = new URL(outcome.location).searchParams.get('pk');
        return pass === null ? null : { pass, id };
      },
      goOn(who: Identity, pass: string, slot: number) {
        const { sources, visit } = visitFor(who);
        const outcome = handleSecondClick(sources, { ...visit, slot, query: `pk=${pass}` });
        const record = outcome.kind === 'redirect' || outcome.kind === 'blocked' ? outcome.record : '';
        const values = record.split('\t');
        const field = (name: string) => values[STEP_COLUMNS.findIndex(([column]) => column === name)];
        return { ...outcome, location: outcome.kind === 'redirect' ? outcome.location : '', verdict: field('verdict') };
      },
    };
  }
  const random = fc.nat(999_999);
  const slot = fc.integer({ min: 1, max: 4 });

  it('1. its choice sees the pass, the link, the draw and the state of offers and landers', () => {
    expectTypeOf<keyof NextInput>().toEqualTypeOf<'country' | 'random'>();
    type Asked = Parameters<typeof chooseForPass>;
    expectTypeOf<keyof Asked[1]>().toEqualTypeOf<'uid' | 'landerId' | 'facts'>();
    expectTypeOf<Asked[2]>().toEqualTypeOf<number>();
    expectTypeOf<Asked[3]>().toEqualTypeOf<number>();
    expectTypeOf<keyof Asked[4]>().toEqualTypeOf<'findOffer' | 'findLander'>();
    expectTypeOf<Asked['length']>().toEqualTypeOf<5>();
  });

  it('1. and 3. the same pass leads to the same place for every visitor, also for bots', () => {
    let followed = 0;
    fc.assert(
      fc.property(settings, identity, identity, identity, random, slot, (campaign, first, one, other, draw, link) => {
        const walk = walker(campaign);
        const entered = walk.enter(first, draw);
        if (!entered) return true;
        followed += 1;
        const [mine, theirs] = [walk.goOn(one, entered.pass, link), walk.goOn(other, entered.pass, link)];
        return mine.kind === 'redirect' && theirs.kind === 'redirect' && mine.location === theirs.location;
      }),
      { numRuns: 1_500 },
    );
    expect(followed).toBeGreaterThan(300);
  }, 60_000);

  it('2. the black list excludes or blocks but never picks an offer', () => {
    const entry = fc.tuple(fc.constantFrom('0.0.0.0/0', '::/0', '10.0.0.0/8'), fc.boolean());
    fc.assert(
      fc.property(
        settings,
        identity,
        random,
        slot,
        fc.array(entry, { maxLength: 3 }),
        (campaign, who, draw, link, entries) => {
          const entered = walker(campaign).enter(who, draw);
          if (!entered) return true;
          const rows = entries.map(([range, block], at) => ({ id: at + 1, campaignId: null, range, block }));
          const free = walker(campaign).goOn(who, entered.pass, link);
          const listed = walker(campaign, rows).goOn(who, entered.pass, link);
          if (listed.kind === 'blocked') return listed.verdict === '2' && rows.some(({ block }) => block);
          return listed.location === free.location && free.verdict === '0';
        },
      ),
      { numRuns: 1_500 },
    );
  }, 60_000);

  it('4. every address that is reached on any step is on the public pages', async () => {
    await fc.assert(
      fc.asyncProperty(settings, identity, random, slot, async (campaign, who, draw, link) => {
        const walk = walker(campaign);
        const find = { findOffer: offers.find, findLander: landers.find };
        const frame = { appName: 'Poklik', language: 'en' as const };
        const page = await transparencyPage(frame, { link: '', settings: campaign, state: 'open', ...find });
        const reached: { url: string; landerId: number }[] = [];
        let pass = walk.enter(who, draw)?.pass ?? null;
        for (let step = 0; pass !== null && step < 4; step += 1) {
          const landerId = keys.open(pass)?.landerId ?? 0;
          const { location } = walk.goOn(who, pass, link);
          reached.push({ url: location, landerId });
          pass = new URL(location).searchParams.get('pk');
        }
        return reached.every(({ url, landerId }) => {
          const lander = landers.find(landerId);
          const own = lander ? landerPage(frame, { lander, campaigns: [campaign], ...find }) : '';
          const place = `>${url.split('?')[0]}`;
          return page.includes(place) && own.includes(place);
        });
      }),
      { numRuns: 300 },
    );
  }, 120_000);
});
