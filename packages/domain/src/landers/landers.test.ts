import { CampaignBody } from '@poklik/contract/campaigns';
import { Destination, NEXT_TARGETS_MAX, type Slot } from '@poklik/contract/routing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LiveOffer } from '../offers/reach-offer.ts';
import { coverageProblems } from '../routing/coverage.ts';
import {
  chooseDestination,
  chooseNext,
  findPlannedLander,
  type LiveTargets,
  planRouting,
} from '../routing/routing-plan.ts';
import {
  listLanderIds,
  listOfferIds,
  listTargets,
  replaceLander,
  replaceOffer,
  tidyTargets,
  withUids,
} from '../routing/targets.ts';
import type { LiveLander } from './live-lander.ts';

const DEFAULT = 'https://default.test/';
const url = (name: string, change: Partial<Destination> = {}): Destination => ({
  ...{ name: '', url: `https://${name}.test/`, weight: 1, active: true },
  ...change,
});
const offer = (offer_id: number, change: Partial<Destination> = {}): Destination => ({
  ...{ name: '', url: '', offer_id, weight: 1, active: true },
  ...change,
});
const slot = (...targets: Destination[]): Slot => ({ targets });
const lander = (lander_id: number, next: Slot[], change: Partial<Destination> = {}): Destination => ({
  ...{ uid: `place${lander_id}aa`.slice(0, 8), name: '', url: '', lander_id, next, weight: 1, active: true },
  ...change,
});
const settingsOf = (...destinations: Destination[]) => ({ rules: [], destinations, default_url: DEFAULT });

const live = (
  change: { landers?: Partial<Record<number, LiveLander['state']>>; closed?: number[] } = {},
): LiveTargets => ({
  findOffer: (id): LiveOffer => ({
    ...{ id, url: `https://offer${id}.test/`, countries: null, fallbackId: null },
    state: change.closed?.includes(id) ? 'paused' : 'open',
  }),
  findLander: (id): LiveLander => ({
    ...{ id, key: `key${id}`, url: `https://lander${id}.test/`, slots: 2, directCampaignId: null },
    state: change.landers?.[id] ?? 'open',
  }),
  defaultUrl: DEFAULT,
});
const facts = { country: 'DE', language: 'de', device: 'mobile', os: 'android', browser: 'chrome' } as const;
const choose = (destinations: Destination[], random = 0, targets = live()) =>
  chooseDestination(
    planRouting(settingsOf(...destinations)),
    { facts, moment: { weekday: 1, minute: 0 }, random },
    targets,
  );
const next = (destinations: Destination[], at: number, random = 0, targets = live()) =>
  chooseNext(choose(destinations).lander, at, { country: 'DE', random }, targets);

describe('a lander', () => {
  const tree = [lander(1, [slot(offer(5, { weight: 70 }), offer(6, { weight: 30 })), slot(url('shop'))]), url('plain')];

  it('takes its share of visitors at its own place', () => {
    expect(choose(tree, 0.4)).toMatchObject({
      rule: 0,
      destination: 1,
      url: 'https://lander1.test/',
      lander: { id: 1, step: 1 },
    });
    expect(choose(tree, 0.6)).toEqual({ rule: 0, destination: 2, url: 'https://plain.test/' });
  });

  it.each(['paused', 'archived'] as const)('that is %s leaves the draw', (state) => {
    expect(choose(tree, 0, live({ landers: { 1: state } }))).toEqual({
      rule: 0,
      destination: 2,
      url: 'https://plain.test/',
    });
    expect(choose(tree.slice(0, 1), 0, live({ landers: { 1: state } }))).toMatchObject({
      url: DEFAULT,
      gaveWay: 'none_open',
    });
  });

  it('leads on by slot and weight', () => {
    expect([0.69, 0.71].map((random) => next(tree, 1, random).url)).toEqual([
      'https://offer5.test/',
      'https://offer6.test/',
    ]);
    expect(next(tree, 2)).toEqual({ slot: 2, destination: 1, url: 'https://shop.test/', uid: '' });
  });

  it('has links without destinations, which act as the first one', () => {
    expect(next(tree, 7)).toMatchObject({ slot: 1, url: 'https://offer5.test/' });
    expect(next([lander(1, [slot(), slot(url('shop'))])], 1)).toEqual({
      ...{ slot: 0, destination: 0, url: DEFAULT, gaveWay: 'none_open', uid: '' },
    });
    expect(next([lander(1, [slot(url('off', { active: false }))])], 1).url).toBe(DEFAULT);
  });

  it('leaves out offers that take nobody', () => {
    expect(next(tree, 1, 0, live({ closed: [5] })).url).toBe('https://offer6.test/');
    expect(next(tree, 1, 0, live({ closed: [5, 6] }))).toMatchObject({
      url: DEFAULT,
      gaveWay: 'none_open',
      destination: 0,
    });
  });

  it('may lead to another lander', () => {
    const second = lander(2, [slot(offer(9))]);
    const { lander: planned, ...choice } = next([lander(1, [slot(second)])], 1);
    expect(choice).toMatchObject({ url: 'https://lander2.test/', slot: 1, uid: second.uid });
    expect(planned).toMatchObject({ id: 2, step: 2, uid: second.uid });
    expect(chooseNext(planned, 1, { country: 'DE', random: 0 }, live()).url).toBe('https://offer9.test/');
  });

  it('is found again at its place, elsewhere if the place is gone, and when it is turned off', () => {
    const first = lander(1, [slot(url('a'))], { uid: 'aaaaaaaa' });
    const second = lander(1, [slot(url('b'))], { uid: 'bbbbbbbb', active: false });
    const plan = planRouting(settingsOf(first, second));
    const found = (uid: string, id: number) => findPlannedLander(plan, { uid, id })?.slots[0]?.[0]?.url;
    expect(found('bbbbbbbb', 1)).toBe('https://b.test/');
    expect(found('cccccccc', 1)).toBe('https://a.test/');
    // Another lander took the place.
    expect(found('bbbbbbbb', 8)).toBe('https://b.test/');
    expect(found('cccccccc', 8)).toBeUndefined();
    expect(planRouting(settingsOf(url('a')))).not.toHaveProperty('landers');
  });
});

describe('destinations below landers', () => {
  const tree = settingsOf(lander(1, [slot(offer(5)), slot(lander(2, [slot(offer(6), url('x'))]))]));

  it('are found with their paths', () => {
    expect(listTargets(tree).map(({ path, depth }) => [path, depth])).toEqual([
      ['destinations.0', 0],
      ['destinations.0.next.0.targets.0', 1],
      ['destinations.0.next.1.targets.0', 1],
      ['destinations.0.next.1.targets.0.next.0.targets.0', 2],
      ['destinations.0.next.1.targets.0.next.0.targets.1', 2],
    ]);
    expect([listLanderIds(tree), listOfferIds(tree)]).toEqual([
      [1, 2],
      [5, 6],
    ]);
  });

  it('are replaced with the rest', () => {
    expect(listOfferIds(replaceOffer(tree, 6, 9))).toEqual([5, 9]);
    expect(listLanderIds(replaceLander(tree, 2, 9))).toEqual([1, 9]);
  });

  it('keep nothing that they do not lead to', () => {
    const untidy = settingsOf(url('a', { offer_id: null, lander_id: null, next: [slot(url('b'))] }), lander(1, []));
    expect(tidyTargets(untidy).destinations).toEqual([url('a'), lander(1, [])]);
  });

  let made = 0;
  const newUid = () => {
    made += 1;
    return String(made).padStart(8, 'n');
  };
  it('get identities, also their slots, and keep them without a client’s help', () => {
    const bare = settingsOf({ ...lander(1, [slot(url('a'), url('b'))]), uid: undefined });
    const first = withUids(bare, null, newUid);
    const [one] = first.destinations;
    expect([one?.uid, one?.next?.[0]?.uid, one?.next?.[0]?.targets[1]?.uid]).toEqual([
      expect.any(String),
      expect.any(String),
      expect.any(String),
    ]);
    const again = withUids(settingsOf({ ...lander(1, [slot(url('b'), url('c'))]), uid: undefined }), first, newUid);
    expect(again.destinations[0]?.uid).toBe(one?.uid);
    expect(again.destinations[0]?.next?.[0]?.uid).toBe(one?.next?.[0]?.uid);
    expect(again.destinations[0]?.next?.[0]?.targets[0]?.uid).toBe(one?.next?.[0]?.targets[1]?.uid);
  });

  it('always lead to an address of the campaign', () => {
    const leaf = fc.oneof(
      fc.constantFrom('a', 'b', 'c').map((name) => url(name)),
      fc.integer({ min: 1, max: 5 }).map((id) => offer(id)),
    );
    const target: fc.Arbitrary<Destination> = fc.letrec<{ target: Destination }>((tie) => ({
      target: fc.oneof(
        { maxDepth: 4, withCrossShrink: true },
        leaf,
        fc
          .record({
            id: fc.integer({ min: 1, max: 4 }),
            next: fc.array(fc.array(tie('target'), { maxLength: 3 }), { maxLength: 3 }),
          })
          .map(({ id, next: slots }) =>
            lander(
              id,
              slots.map((targets) => slot(...targets)),
            ),
          ),
      ),
    })).target;
    const random = fc.double({ min: 0, max: 0.999_999, noNaN: true });
    fc.assert(
      fc.property(
        fc.array(target, { maxLength: 4 }),
        fc.array(fc.tuple(fc.integer({ min: 1, max: 10 }), random), { maxLength: 5 }),
        random,
        fc.array(fc.integer({ min: 1, max: 5 })),
        (list, steps, first, closed) => {
          const targets = live({ closed });
          const known = new Set([
            DEFAULT,
            ...listTargets(settingsOf(...list)).map(({ target: each }) => {
              if (each.lander_id != null) return `https://lander${each.lander_id}.test/`;
              return each.offer_id == null ? each.url : `https://offer${each.offer_id}.test/`;
            }),
          ]);
          let at: { url: string; lander?: Parameters<typeof chooseNext>[0] } = choose(list, first, targets);
          for (const [place, draw] of steps) {
            if (!known.has(at.url)) return false;
            if (!at.lander) break;
            at = chooseNext(at.lander, place, { country: 'DE', random: draw }, targets);
          }
          return known.has(at.url);
        },
      ),
      { numRuns: 1_500 },
    );
  });
});

describe('the rule check', () => {
  const kinds = (...destinations: Destination[]) =>
    coverageProblems(settingsOf(...destinations)).map((problem) => [problem.kind, 'at' in problem ? problem.at : '']);
  it.each([
    ['a good lander', [lander(1, [slot(url('a')), slot(offer(2, { url: 'https://o.test/' }))])], []],
    ['the same lander twice', [lander(1, [slot(url('a'))]), lander(1, [slot(url('b'))])], []],
    ['an empty slot', [lander(1, [slot(url('a')), slot()])], [['slot_empty', '1 → /o/2']]],
    ['a lander that leads nowhere', [url('a'), lander(1, [])], [['lander_leads_nowhere', '2']]],
    ['a slot without a URL', [lander(1, [slot(url('a'), url('', { url: '' }))])], [['next_missing', '1 → /o/1 → 2']]],
    ['a lander that is not chosen', [lander(0, [], { lander_id: null })], [['destination_missing', '']]],
    ['the second lander', [lander(1, [slot(lander(2, []))])], [['lander_leads_nowhere', '1 → /o/1 → 1']]],
  ])('knows %s', (_, destinations, problems) => {
    expect(kinds(...destinations)).toEqual(problems);
  });

  it('knows how many links the page has', () => {
    const problems = coverageProblems(settingsOf(lander(1, [slot(url('a'))])), () => 2);
    expect(problems).toMatchObject([{ kind: 'slot_empty', at: '1 → /o/2', path: 'destinations.0.next.1.targets' }]);
  });
});

describe('a request body', () => {
  const nested = (depth: number): object =>
    depth === 0 ? { url: 'https://end.test/' } : { lander_id: depth, next: [{ targets: [nested(depth - 1)] }] };
  const problemsOf = (body: object) => {
    const result = CampaignBody.safeParse({ name: 'Campaign', default_url: DEFAULT, ...body });
    return result.error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [];
  };
  it('has up to four landers in a row', () => {
    expect(Destination.safeParse(nested(4)).success).toBe(true);
    expect(Destination.safeParse(nested(5)).error?.issues.map(({ message }) => message)).toEqual(['landers_too_deep']);
  });
  it.each([
    [{ lander_id: 1, offer_id: 2 }, 'target_one_of'],
    [{ lander_id: 1, next: [{ targets: [{}] }] }, 'target_one_of'],
    [{ url: 'https://a.test/?p={pass}' }, 'destination_url'],
    [{ lander_id: 1, url: 'https://a.test/?p={oops}' }, 'destination_url'],
  ])('refuses %j', (destination, message) => {
    expect(problemsOf({ destinations: [destination] }).map(([, text]) => text)).toEqual([message]);
  });
  it('may have the URL of its landers, as responses do', () => {
    expect(problemsOf({ destinations: [{ lander_id: 1, url: 'https://a.test/?p={pass}' }] })).toEqual([]);
  });
  it('has up to two hundred destinations behind landers', () => {
    const ten = Array.from({ length: 10 }, (_, at) => ({ url: `https://${at}.test/` }));
    const full = { lander_id: 1, next: Array.from({ length: 10 }, () => ({ targets: ten })) };
    expect(problemsOf({ destinations: [full, full] })).toEqual([]);
    expect(NEXT_TARGETS_MAX).toBe(200);
    const more = { lander_id: 2, next: [{ targets: [{ url: 'https://more.test/' }] }] };
    expect(problemsOf({ destinations: [full, full, more] })).toEqual([['destinations', 'too_many_targets']]);
  });
});
