import { CampaignSettings } from '@poklik/contract/campaigns';
import { BROWSERS, DEVICES, OPERATING_SYSTEMS } from '@poklik/contract/routing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseDestination, PLAIN_URLS, planRouting } from '../routing/routing-plan.ts';
import { localClock } from '../schedule/weekly-hours.ts';
import { expectRevenue } from './expected-revenue.ts';
import { createReplay, type ReplayedClick } from './replay-clicks.ts';

const PROPERTY_RUNS = 1_500;
const countries = ['DE', 'AT', 'UA', 'ZZ'];
const url = fc.constantFrom('https://a.example', 'https://b.example/?x={sub1}', 'https://c.example');
const targets = fc.array(fc.record({ url, weight: fc.integer({ min: 1, max: 1000 }), active: fc.boolean() }), {
  minLength: 1,
  maxLength: 4,
});
const condition = fc.oneof(
  fc.record({
    dimension: fc.constant('country'),
    operator: fc.constantFrom('in', 'not_in'),
    values: fc.subarray(countries, { minLength: 1 }),
  }),
  fc.record({
    dimension: fc.constant('device'),
    operator: fc.constantFrom('in', 'not_in'),
    values: fc.subarray([...DEVICES], { minLength: 1 }),
  }),
  fc.constant({ dimension: 'schedule', operator: 'in', values: ['1 09:00-18:00', '5 22:00-06:00'] }),
);
const settings = fc
  .record({
    default_url: url,
    destinations: fc.oneof(fc.constant([]), targets),
    rules: fc.array(
      fc.record({
        active: fc.boolean(),
        match: fc.constantFrom('all', 'any'),
        conditions: fc.array(condition, { minLength: 1, maxLength: 3 }),
        destinations: targets,
      }),
      { maxLength: 3 },
    ),
    timezone: fc.constantFrom('UTC', 'Europe/Kyiv', 'Asia/Kolkata'),
  })
  .map((values) => CampaignSettings.parse({ name: 'Replayed', ...values }));
const visitor = fc.record({
  at: fc.integer({ min: 1_750_000_000_000, max: 1_780_000_000_000 }),
  draw: fc.integer({ min: 0, max: 999_999 }),
  facts: fc.record({
    country: fc.constantFrom(...countries),
    language: fc.constantFrom('', 'de', 'uk'),
    device: fc.constantFrom(...DEVICES),
    os: fc.constantFrom(...OPERATING_SYSTEMS),
    browser: fc.constantFrom(...BROWSERS),
  }),
});

/** As the tracker records it. */
function recorded(by: CampaignSettings, { at, draw, facts }: typeof visitor extends fc.Arbitrary<infer V> ? V : never) {
  const random = draw / 1_000_000;
  const { rule, destination } = chooseDestination(planRouting(by), {
    facts,
    moment: localClock(by.timezone)(at),
    random,
  });
  return { at, version: 1, rule, destination, facts, random } satisfies ReplayedClick;
}

describe('a replay', () => {
  it('of the same settings leads every click to the same place', () => {
    fc.assert(
      fc.property(settings, fc.array(visitor, { minLength: 1, maxLength: 20 }), (same, visitors) => {
        const replay = createReplay({
          draft: same,
          former: () => same,
          live: { ...PLAIN_URLS, defaultUrl: same.default_url },
        });
        const clicks = visitors.map((each) => recorded(same, each));
        for (const click of clicks) replay.add(click);
        const { moved, matched, led, clicks: number } = replay.finish();
        expect([moved, number]).toEqual([[], visitors.length]);
        expect(matched).toEqual(same.rules.map((_, at) => clicks.filter(({ rule }) => rule === at + 1).length));
        expect(led.reduce((sum, each) => sum + each.clicks, 0)).toBe(visitors.length);
      }),
      { numRuns: PROPERTY_RUNS },
    );
  });

  it('of other settings counts exactly the clicks that would go elsewhere', () => {
    fc.assert(
      fc.property(settings, settings, fc.array(visitor, { maxLength: 20 }), (former, draft, visitors) => {
        const replay = createReplay({
          draft,
          former: () => former,
          live: { ...PLAIN_URLS, defaultUrl: draft.default_url },
        });
        const clicks = visitors.map((each) => recorded(former, each));
        for (const click of clicks) replay.add(click);
        const urlOf = (by: CampaignSettings, click: ReplayedClick) =>
          chooseDestination(planRouting(by), { ...click, moment: localClock(by.timezone)(click.at) }).url;
        const elsewhere = clicks.filter((click) => urlOf(former, click) !== urlOf(draft, click)).length;
        expect(replay.finish().moved.reduce((sum, each) => sum + each.clicks, 0)).toBe(elsewhere);
      }),
    );
  });

  it('leaves out clicks of versions that are gone', () => {
    const draft = CampaignSettings.parse({ name: 'Gone', default_url: 'https://a.example' });
    const replay = createReplay({ draft, former: () => undefined, live: PLAIN_URLS });
    replay.add(recorded(draft, fc.sample(visitor, 1)[0] as never));
    expect(replay.finish().clicks).toBe(0);
  });
});

describe('expected revenue', () => {
  const days = Array.from({ length: 30 }, (_, day) => day);
  /** `poor` brings 0.01 a click, `rich` 0.05; days differ by a third. */
  const swing = (day: number) => 1 + ((day % 3) - 1) / 3;
  const led = days.flatMap((day) => ['poor', 'rich'].map((lead) => ({ day, lead, segment: 'DE mobile', clicks: 100 })));
  const revenue = led.map(({ day, lead, segment, clicks }) => ({
    ...{ day, lead, segment },
    revenue: clicks * swing(day) * (lead === 'rich' ? 0.05 : 0.01),
  }));
  const moveAll = days.map((day) => ({ day, from: 'poor', to: 'rich', segment: 'DE mobile', clicks: 100 }));
  const input = { led, revenue, moved: moveAll, scale: 1, seed: 7 };

  it('follows what visitors like them brought there', () => {
    const { before, after, unknown } = expectRevenue(input);
    expect(before).toBeCloseTo(180, 6);
    expect(after?.value).toBeCloseTo(300, 0);
    expect([(after?.low ?? 0) > 280, (after?.high ?? 0) < 320, unknown]).toEqual([true, true, 0]);
    expect(after?.low).toBeLessThan(after?.high ?? 0);
  });

  it('does not change where nothing moves, and is the same for the same clicks', () => {
    const still = expectRevenue({ ...input, moved: [] });
    expect(still.after).toEqual({ value: still.before, low: still.before, high: still.before });
    expect(expectRevenue(input)).toEqual(expectRevenue(input));
  });

  it('counts a sample as the clicks that it stands for', () => {
    const tenth = <Row extends { clicks: number }>(list: readonly Row[]) =>
      list.map((row) => ({ ...row, clicks: row.clicks / 10 }));
    const sampled = expectRevenue({ ...input, led: tenth(led), moved: tenth(moveAll), scale: 10 });
    expect(sampled.after?.value).toBeCloseTo(expectRevenue(input).after?.value ?? 0, 6);
  });

  it.each([
    [9, true],
    [12, false],
  ])('is given only if history says enough: %i %% of the moved clicks go where none is', (percent, isGiven) => {
    const moved = moveAll.flatMap((row) => [
      { ...row, clicks: 100 - percent },
      { ...row, to: 'new', clicks: percent },
    ]);
    const { after, unknown } = expectRevenue({ ...input, moved });
    expect([after !== null, unknown]).toEqual([isGiven, percent / 100]);
  });
});
