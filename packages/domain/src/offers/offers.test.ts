import type { Destination, Rule, VisitorFacts } from '@poklik/contract/routing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseDestination, planRouting } from '../routing/routing-plan.ts';
import { listOfferIds, withTargetUrls, withUids } from '../routing/targets.ts';
import { fallbackProblem } from './fallback-chain.ts';
import { type LiveOffer, listChain, reachOffer } from './reach-offer.ts';

const facts: VisitorFacts = { country: 'DE', language: 'de', device: 'mobile', os: 'android', browser: 'chrome' };
const offer = (id: number, change: Partial<LiveOffer> = {}): LiveOffer => ({
  ...{ id, url: `https://offer${id}.test/`, state: 'open', countries: null, fallbackId: null },
  ...change,
});
const finder =
  (...offers: LiveOffer[]) =>
  (id: number) =>
    offers.find((each) => each.id === id);
const to = (offer_id: number | null, weight = 1, active = true): Destination => ({
  ...{ name: '', weight, active },
  ...(offer_id === null ? { url: 'https://plain.test/' } : { url: '', offer_id }),
});
const choose = (destinations: Destination[], offers: LiveOffer[], random = 0) =>
  chooseDestination(
    planRouting({ rules: [], destinations, default_url: 'https://default.test/' }),
    { facts, moment: { weekday: 1, minute: 0 }, random },
    { findOffer: finder(...offers), findLander: () => undefined, defaultUrl: 'https://default.test/' },
  );

describe('an offer', () => {
  it.each([
    ['takes visitors', [offer(1)], 1, null],
    ['takes visitors from its countries', [offer(1, { countries: new Set(['DE']) })], 1, null],
    ['gives way while it is paused', [offer(1, { state: 'paused', fallbackId: 2 }), offer(2)], 2, 'paused'],
    ['gives way when it is archived', [offer(1, { state: 'archived', fallbackId: 2 }), offer(2)], 2, 'archived'],
    ['gives way when it is full', [offer(1, { state: 'capped', fallbackId: 2 }), offer(2)], 2, 'capped'],
    [
      'gives way outside its countries',
      [offer(1, { countries: new Set(['US']), fallbackId: 2 }), offer(2, { state: 'paused', fallbackId: 3 }), offer(3)],
      3,
      'country',
    ],
    ['without a fallback takes nobody', [offer(1, { state: 'paused' })], null, 'paused'],
    ['that is not known takes nobody', [], null, 'unknown'],
    [
      'whose fallbacks lead back takes nobody',
      [offer(1, { state: 'paused', fallbackId: 2 }), offer(2, { state: 'paused', fallbackId: 1 })],
      null,
      'paused',
    ],
  ])('%s', (_, offers, reached, gaveWay) => {
    const found = reachOffer(1, 'DE', finder(...offers));
    expect([found.offer?.id ?? null, found.gaveWay]).toEqual([reached, gaveWay]);
  });

  it('is the URL of its destination, with its place', () => {
    expect(choose([to(null), to(7)], [offer(7)], 0.6)).toEqual({
      ...{ rule: 0, destination: 2, url: 'https://offer7.test/', offerId: 7 },
    });
  });

  it('leaves the draw when it takes nobody; weights of the others stay', () => {
    const offers = [offer(1, { state: 'paused' }), offer(2), offer(3)];
    const set = [to(1, 50), to(2, 10), to(3, 30)];
    expect([0, 0.24, 0.26, 0.99].map((random) => choose(set, offers, random).destination)).toEqual([2, 2, 3, 3]);
  });

  it('sends visitors to the default URL when no offer of the rule takes them', () => {
    expect(choose([to(1), to(2)], [offer(1, { state: 'capped' })])).toEqual({
      ...{ rule: 0, destination: 0, url: 'https://default.test/', gaveWay: 'none_open' },
    });
  });

  it('is one of those that the public page lists, whatever state offers are in', () => {
    const state = fc.constantFrom('open' as const, 'paused' as const, 'archived' as const, 'capped' as const);
    const offers = fc.array(
      fc.record({ state, fallbackId: fc.option(fc.integer({ min: 1, max: 6 })), isLocal: fc.boolean() }),
      { minLength: 6, maxLength: 6 },
    );
    const targets = fc.array(fc.option(fc.integer({ min: 1, max: 7 })), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(offers, targets, fc.double({ min: 0, max: 0.999_999, noNaN: true }), (states, ids, random) => {
        const all = states.map(({ isLocal, ...rest }, at) =>
          offer(at + 1, { ...rest, countries: isLocal ? new Set(['US']) : null }),
        );
        const listed = ids.flatMap((id) =>
          id === null ? 'https://plain.test/' : listChain(id, finder(...all)).map(({ url }) => url),
        );
        const { url } = choose(
          ids.map((id) => to(id)),
          all,
          random,
        );
        return ['https://default.test/', ...listed].includes(url);
      }),
      { numRuns: 1_500 },
    );
  });
});

function counter(): () => string {
  let made = 0;
  return () => {
    made += 1;
    return `new${made}`;
  };
}

/** As plans were made before there were offers. */
const formerPlan = (destinations: readonly Destination[]) => {
  let upTo = 0;
  return destinations.flatMap(({ url, weight, active }, index) => {
    if (!active) return [];
    upTo += weight;
    return [{ place: index + 1, url, upTo }];
  });
};

it('campaigns of plain URLs compile to the plan that they had before there were offers', () => {
  const destinations = fc.array(
    fc.record({
      name: fc.string(),
      url: fc.webUrl(),
      weight: fc.integer({ min: 1, max: 1000 }),
      active: fc.boolean(),
    }),
    { maxLength: 10 },
  );
  fc.assert(
    fc.property(destinations, (list) => {
      const settings = { rules: [], destinations: list, default_url: 'https://default.test/' };
      const { fallback } = planRouting(settings);
      const former = formerPlan(list);
      expect(fallback).toStrictEqual(
        former.length > 0 ? former : [{ place: 0, url: 'https://default.test/', upTo: 1 }],
      );
      // Identities do not matter either.
      const newUid = counter();
      expect(planRouting(withUids(settings, null, newUid)).fallback).toStrictEqual(fallback);
    }),
    { numRuns: 1_500 },
  );
});

describe('a fallback', () => {
  it.each([
    ['may have a fallback of its own', [[2, 3]], 1, 2, null],
    ['may belong to an offer that is not saved yet', [[2, 3]], null, 2, null],
    ['must not be the offer itself', [], 1, 1, 'fallback_cycle'],
    [
      'must not lead back',
      [
        [2, 3],
        [3, 1],
      ],
      1,
      2,
      'fallback_cycle',
    ],
    [
      'may end a chain of five',
      [
        [2, 3],
        [3, 4],
        [4, 5],
      ],
      1,
      2,
      null,
    ],
    [
      'must not make a chain of six',
      [
        [2, 3],
        [3, 4],
        [4, 5],
        [5, 6],
      ],
      1,
      2,
      'too_deep',
    ],
    [
      'must not make a chain of six with those that lead to the offer',
      [
        [8, 9],
        [9, 1],
        [2, 3],
        [3, 4],
      ],
      1,
      2,
      'too_deep',
    ],
  ] as [string, [number, number][], number | null, number, string | null][])(
    '%s',
    (_, pairs, id, fallback, problem) => {
      expect(fallbackProblem(new Map(pairs), id, fallback)).toBe(problem);
    },
  );
});

describe('identities of destinations', () => {
  const newUid = counter();
  const url = (name: string, uid?: string): Destination => ({
    ...{ name: '', url: `https://${name}.test/`, weight: 1, active: true },
    ...(uid && { uid }),
  });
  const uidsOf = (list: readonly Destination[], before: readonly Destination[] | null) =>
    withUids(
      { destinations: [...list], rules: [] },
      before && { destinations: [...before], rules: [] },
      newUid,
    ).destinations.map(({ uid }) => uid?.replace(/\d+/, ''));

  it('are given on the first save', () => expect(uidsOf([url('a'), url('b')], null)).toEqual(['new', 'new']));
  it('stay when the order changes', () =>
    expect(uidsOf([url('b', 'bb'), url('a', 'aa')], [url('a', 'aa'), url('b', 'bb')])).toEqual(['bb', 'aa']));
  it('stay when a client leaves them out', () =>
    expect(uidsOf([url('b'), url('c'), url('a')], [url('a', 'aa'), url('b', 'bb')])).toEqual(['bb', 'new', 'aa']));
  it('are new for a copy', () => expect(uidsOf([url('a', 'aa'), url('a', 'aa')], null)).toEqual(['aa', 'new']));
  it('are never shared', () => {
    const list = fc.array(fc.constantFrom(url('a'), url('a', 'aa'), url('b', 'bb'), url('b')), { maxLength: 6 });
    fc.assert(
      fc.property(list, list, list, (destinations, inRule, before) => {
        const rule: Rule = { name: '', active: true, match: 'all', conditions: [], destinations: inRule };
        const saved = withUids({ destinations, rules: [rule] }, { destinations: before, rules: [rule] }, newUid);
        const uids = [...saved.destinations, ...saved.rules, ...(saved.rules[0]?.destinations ?? [])].map(
          ({ uid }) => uid,
        );
        return new Set(uids).size === uids.length && !uids.includes(undefined);
      }),
    );
  });
});

it('destinations with offers get their URLs, others keep theirs', () => {
  const settings = { destinations: [to(null), to(4)], rules: [] };
  expect(listOfferIds(settings)).toEqual([4]);
  expect(
    withTargetUrls(settings, { offer: (id) => `https://${id}.test/`, lander: String }).destinations.map(
      ({ url }) => url,
    ),
  ).toEqual(['https://plain.test/', 'https://4.test/']);
});
