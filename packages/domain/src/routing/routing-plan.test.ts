import { type Condition, type Destination, DIMENSIONS, type Rule, type VisitorFacts } from '@poklik/contract/routing';
import fc from 'fast-check';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { parseHours, withinHours } from '../schedule/weekly-hours.ts';
import { chooseDestination, planRouting, type RoutingInput } from './routing-plan.ts';

const to = (name: string, weight = 1, active = true): Destination => ({
  name,
  url: `https://${name}.test/`,
  weight,
  active,
});
const when = (dimension: Condition['dimension'], operator: 'in' | 'not_in', ...values: string[]): Condition => ({
  dimension,
  operator,
  values,
});
const rule = (conditions: Condition[], destinations: Destination[], change: Partial<Rule> = {}): Rule => ({
  name: '',
  active: true,
  match: 'all',
  conditions,
  destinations,
  ...change,
});

const facts: VisitorFacts = { country: 'DE', language: 'de', device: 'mobile', os: 'android', browser: 'chrome' };
const noonOnMonday = { weekday: 1, minute: 720 };
const visitor = (change: Partial<RoutingInput> = {}): RoutingInput => ({
  facts,
  moment: noonOnMonday,
  random: 0,
  ...change,
});
const plan = (rules: Rule[], destinations: Destination[] = []) =>
  planRouting({ rules, destinations, default_url: 'https://default.test/' });

describe('visitor', () => {
  it.each([
    ['without rules goes to the default address', [], [], '0/0'],
    [
      'without a matching rule goes to the campaign’s own destinations',
      [rule([when('country', 'in', 'US')], [to('us')])],
      [to('own')],
      '0/1',
    ],
    [
      'goes by the first rule that matches',
      [
        rule([when('country', 'in', 'US')], [to('a')]),
        rule([when('country', 'in', 'DE')], [to('b')]),
        rule([when('os', 'in', 'android')], [to('c')]),
      ],
      [],
      '2/1',
    ],
    [
      'passes a rule that is switched off',
      [
        rule([when('country', 'in', 'DE')], [to('a')], { active: false }),
        rule([when('os', 'in', 'android')], [to('b')]),
      ],
      [],
      '2/1',
    ],
    [
      'passes a rule whose destinations are all switched off',
      [rule([when('country', 'in', 'DE')], [to('a', 1, false)])],
      [],
      '0/0',
    ],
    [
      'needs all conditions of a rule that asks for all',
      [rule([when('country', 'in', 'DE'), when('os', 'in', 'ios')], [to('a')])],
      [],
      '0/0',
    ],
    [
      'needs one condition of a rule that asks for any',
      [rule([when('country', 'in', 'US'), when('os', 'in', 'android')], [to('a')], { match: 'any' })],
      [],
      '1/1',
    ],
    ['is met by a rule that excludes others', [rule([when('country', 'not_in', 'US', 'GB')], [to('a')])], [], '1/1'],
    ['is not met by a rule that excludes them', [rule([when('country', 'not_in', 'DE')], [to('a')])], [], '0/0'],
    ['is met within the hours of a schedule', [rule([when('schedule', 'in', '1 09:00-18:00')], [to('a')])], [], '1/1'],
    [
      'is not met outside the hours of a schedule',
      [rule([when('schedule', 'in', '2 09:00-18:00')], [to('a')])],
      [],
      '0/0',
    ],
    [
      'keeps the place in the list although the ones before are switched off',
      [rule([when('country', 'in', 'DE')], [to('a', 1, false), to('b')])],
      [],
      '1/2',
    ],
  ] as [string, Rule[], Destination[], string][])('%s', (_, rules, destinations, expected) => {
    const { rule: matched, destination } = chooseDestination(plan(rules, destinations), visitor());
    expect(`${matched}/${destination}`).toBe(expected);
  });

  const kept = [rule([when('country', 'in', 'DE')], [to('a'), to('b', 1, false), to('c')])];
  it.each([
    ['goes where they went before', { rule: 1, destination: 3 }, 3],
    ['is picked again when that destination is switched off', { rule: 1, destination: 2 }, 1],
    ['is picked again when that destination is gone', { rule: 1, destination: 9 }, 1],
    ['is picked again when another rule decides now', { rule: 2, destination: 3 }, 1],
  ])('who returns %s', (_, before, destination) => {
    expect(chooseDestination(plan(kept), visitor({ before })).destination).toBe(destination);
  });
});

describe('weights', () => {
  it.each([
    [0, 1],
    [0.0999, 1],
    [0.1, 2],
    [0.3999, 2],
    [0.4, 4],
    [0.999999, 4],
  ])('send the random value %d to destination %i', (random, destination) => {
    const destinations = [to('a', 10), to('b', 30), to('off', 500, false), to('c', 60)];
    expect(chooseDestination(plan([], destinations), visitor({ random })).destination).toBe(destination);
  });

  it('are respected over many visits', () => {
    const weights = fc.array(fc.integer({ min: 1, max: 1_000 }), { minLength: 1, maxLength: 10 });
    fc.assert(
      fc.property(weights, (list) => {
        const planned = plan(
          [],
          list.map((weight, place) => to(`d${place}`, weight)),
        );
        const total = list.reduce((sum, weight) => sum + weight, 0);
        const counts = list.map(() => 0);
        for (let at = 0; at < total; at += 1) {
          const { destination } = chooseDestination(planned, visitor({ random: (at + 0.5) / total }));
          counts[destination - 1] = (counts[destination - 1] ?? 0) + 1;
        }
        return counts.join() === list.join();
      }),
      { numRuns: 100 },
    );
  }, 30_000);
});

const VALUES = {
  country: ['DE', 'US', 'ZZ'],
  language: ['de', 'en'],
  device: ['mobile', 'desktop'],
  os: ['android', 'ios'],
  browser: ['chrome', 'other'],
  schedule: ['1 00:00-12:00', '1 12:00-24:00', '7 20:00-04:00'],
};
const condition = fc.constantFrom(...DIMENSIONS).chain((dimension) =>
  fc.record({
    dimension: fc.constant(dimension),
    operator: fc.constantFrom('in' as const, 'not_in' as const),
    values: fc.uniqueArray(fc.constantFrom(...VALUES[dimension]), { minLength: 1 }),
  }),
);
const destination = fc.record({
  name: fc.constant(''),
  url: fc.webUrl(),
  weight: fc.integer({ min: 1, max: 9 }),
  active: fc.boolean(),
});
const anyRule = fc.record({
  name: fc.constant(''),
  active: fc.boolean(),
  match: fc.constantFrom('all' as const, 'any' as const),
  conditions: fc.array(condition, { minLength: 1, maxLength: 3 }),
  destinations: fc.array(destination, { minLength: 1, maxLength: 3 }),
});

describe('routing plan', () => {
  it('gives the same result as evaluating the rules one by one', () => {
    const input = fc.record({
      facts: fc.record({
        country: fc.constantFrom(...VALUES.country),
        language: fc.constantFrom(...VALUES.language),
        device: fc.constantFrom('mobile' as const, 'desktop' as const),
        os: fc.constantFrom('android' as const, 'ios' as const),
        browser: fc.constantFrom('chrome' as const, 'other' as const),
      }),
      moment: fc.record({ weekday: fc.constantFrom(1, 7), minute: fc.nat(1_439) }),
      random: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    });
    fc.assert(
      fc.property(
        fc.array(anyRule, { maxLength: 4 }),
        fc.array(destination, { maxLength: 3 }),
        input,
        (rules, own, asked) => {
          const chosen = chooseDestination(plan(rules, own), asked);
          return chosen.rule === expectedRule(rules, asked) && isActiveAt(chosen, rules, own);
        },
      ),
    );
  }, 30_000);

  it('uses only the allowed facts about a visitor', () => {
    expectTypeOf<keyof VisitorFacts>().toEqualTypeOf<'country' | 'language' | 'device' | 'os' | 'browser'>();
    expectTypeOf<keyof RoutingInput>().toEqualTypeOf<'facts' | 'moment' | 'random' | 'before'>();
    expectTypeOf<keyof RoutingInput['moment']>().toEqualTypeOf<'weekday' | 'minute'>();
    expect(DIMENSIONS).toEqual(['country', 'language', 'device', 'os', 'browser', 'schedule']);
  });
});

function expectedRule(
  rules: readonly Rule[],
  { facts: known, moment }: Pick<RoutingInput, 'facts' | 'moment'>,
): number {
  const isTrue = ({ dimension, operator, values }: Condition) =>
    (dimension === 'schedule'
      ? values.some((hours) => withinHours(parseHours(hours), moment))
      : values.includes(known[dimension])) ===
    (operator === 'in');
  const place = rules.findIndex(
    ({ active, match, conditions, destinations }) =>
      active &&
      destinations.some((one) => one.active) &&
      (match === 'all' ? conditions.every(isTrue) : conditions.some(isTrue)),
  );
  return place + 1;
}

function isActiveAt(
  chosen: { rule: number; destination: number; url: string },
  rules: readonly Rule[],
  own: readonly Destination[],
): boolean {
  const list = chosen.rule === 0 ? own : (rules[chosen.rule - 1]?.destinations ?? []);
  if (chosen.destination === 0) return chosen.rule === 0 && !own.some(({ active }) => active);
  const found = list[chosen.destination - 1];
  return found?.active === true && found.url === chosen.url;
}
