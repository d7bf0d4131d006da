import {
  BROWSERS,
  type Condition,
  DEVICES,
  type Destination,
  OPERATING_SYSTEMS,
  type Rule,
  type VisitorFacts,
} from '@poklik/contract/routing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coverageProblems } from './coverage.ts';
import { chooseDestination, planRouting } from './routing-plan.ts';

const to = (name: string, active = true): Destination => ({ name, url: `https://${name}.test/`, weight: 1, active });
const is = (dimension: Condition['dimension'], ...values: string[]): Condition => ({
  dimension,
  operator: 'in',
  values,
});
const not = (dimension: Condition['dimension'], ...values: string[]): Condition => ({
  dimension,
  operator: 'not_in',
  values,
});
const rule = (conditions: Condition[], change: Partial<Rule> = {}): Rule => ({
  name: '',
  active: true,
  match: 'all',
  conditions,
  destinations: [to('a')],
  ...change,
});
const always = is('schedule', ...[1, 2, 3, 4, 5, 6, 7].map((day) => `${day} 00:00-24:00`));
const DEFAULT = 'https://default.test/';
const problems = (...rules: Rule[]) => coverageProblems({ rules, destinations: [], default_url: DEFAULT });

describe('coverage check', () => {
  it.each([
    ['finds nothing in sound rules', [rule([is('country', 'DE')]), rule([is('country', 'US')])], []],
    [
      'finds a rule that an earlier one leaves nobody for',
      [rule([is('country', 'DE', 'AT')]), rule([is('country', 'DE'), is('os', 'ios')])],
      [{ kind: 'rule_never_reached', rule: 2, because: 1 }],
    ],
    [
      'finds a destination without an address',
      [rule([is('country', 'DE')], { destinations: [to('a'), { ...to('b'), url: ' ' }] })],
      [{ kind: 'destination_missing', rule: 1, destination: 2 }],
    ],
    [
      'finds a rule behind one that takes everyone',
      [rule([always]), rule([is('country', 'DE')])],
      [
        { kind: 'condition_always_true', rule: 1, condition: 1 },
        { kind: 'rule_never_reached', rule: 2, because: 1 },
        { kind: 'no_default_used' },
      ],
    ],
    [
      'does not blame a rule that is only partly covered',
      [rule([is('country', 'DE')]), rule([is('country', 'DE', 'AT')])],
      [],
    ],
    [
      'does not count a rule that is switched off as cover',
      [rule([is('country', 'DE')], { active: false }), rule([is('country', 'DE')])],
      [{ kind: 'rule_switched_off', rule: 1 }],
    ],
    [
      'finds conditions that exclude each other',
      [rule([is('country', 'DE'), is('country', 'US')])],
      [{ kind: 'rule_never_matches', rule: 1 }],
    ],
    [
      'finds a value that is asked for and refused',
      [rule([is('country', 'DE'), not('country', 'DE')])],
      [{ kind: 'rule_never_matches', rule: 1 }],
    ],
    [
      'finds a rule that leads nowhere',
      [rule([is('country', 'DE')], { destinations: [to('a', false)] })],
      [{ kind: 'rule_leads_nowhere', rule: 1 }],
    ],
    [
      'finds a condition without values, and checks its rule no further',
      [rule([is('country')]), rule([is('country', 'DE')])],
      [{ kind: 'condition_empty', rule: 1, condition: 1 }],
    ],
    [
      'finds the weight of a destination that is switched off',
      [rule([is('country', 'DE')], { destinations: [to('a'), to('b', false)] })],
      [{ kind: 'destination_switched_off', rule: 1, destination: 2 }],
    ],
    [
      'finds a destination that stands twice',
      [rule([is('country', 'DE')], { destinations: [to('a'), to('b'), to('a')] })],
      [{ kind: 'destination_repeated', rule: 1, destination: 3 }],
    ],
    [
      'finds a rule covered by any of several conditions',
      [rule([is('country', 'DE'), is('os', 'ios')], { match: 'any' }), rule([is('os', 'ios')])],
      [{ kind: 'rule_never_reached', rule: 2, because: 1 }],
    ],
    [
      'finds a rule covered by one that only leaves others out',
      [rule([not('country', 'US')]), rule([is('country', 'DE')])],
      [{ kind: 'rule_never_reached', rule: 2, because: 1 }],
    ],
    [
      'knows that a list of every device leaves nobody out',
      [rule([is('device', ...DEVICES)]), rule([is('country', 'DE')])],
      [
        { kind: 'condition_always_true', rule: 1, condition: 1 },
        { kind: 'rule_never_reached', rule: 2, because: 1 },
        { kind: 'no_default_used' },
      ],
    ],
    [
      'knows that leaving out every system leaves nobody',
      [rule([not('os', ...OPERATING_SYSTEMS)])],
      [{ kind: 'rule_never_matches', rule: 1 }],
    ],
  ] as [string, Rule[], unknown[]][])('%s', (_, rules, expected) => {
    expect(problems(...rules)).toEqual(expected);
  });

  it('checks destinations of the default route', () => {
    const destinations = [to('a'), to('a'), to('b', false)];
    expect(coverageProblems({ rules: [], destinations, default_url: DEFAULT })).toEqual([
      { kind: 'destination_repeated', rule: 0, destination: 2 },
      { kind: 'destination_switched_off', rule: 0, destination: 3 },
    ]);
  });

  it.each(['', ' ', 'example', 'ftp://a.test/', 'https://{country}.test/'])(
    'reports default URL %j as missing',
    (url) => {
      expect(coverageProblems({ rules: [], destinations: [], default_url: url })).toEqual([
        { kind: 'default_missing' },
      ]);
    },
  );

  const COUNTRIES = ['DE', 'US', 'ZZ'];
  const VALUES: Record<Condition['dimension'], readonly string[]> = {
    country: COUNTRIES,
    language: ['de', ''],
    device: DEVICES,
    os: OPERATING_SYSTEMS,
    browser: BROWSERS.slice(0, 3),
    schedule: ['1 00:00-24:00', '2 10:00-12:00'],
  };
  const condition = fc.constantFrom<Condition['dimension']>('country', 'device', 'os', 'schedule').chain((dimension) =>
    fc.record({
      dimension: fc.constant(dimension),
      operator: fc.constantFrom('in' as const, 'not_in' as const),
      values: fc.uniqueArray(fc.constantFrom(...VALUES[dimension]), { minLength: 1 }),
    }),
  );
  const anyRule = fc.record({
    name: fc.constant(''),
    active: fc.boolean(),
    match: fc.constantFrom('all' as const, 'any' as const),
    conditions: fc.array(condition, { minLength: 1, maxLength: 3 }),
    destinations: fc.constant<Destination[]>([to('a')]),
  });

  it('never reports a reachable rule as unreachable or impossible', () => {
    fc.assert(
      fc.property(fc.array(anyRule, { minLength: 1, maxLength: 4 }), (rules) => {
        const reached = reachedRules(rules);
        return problems(...rules).every((problem) =>
          problem.kind === 'rule_never_reached' || problem.kind === 'rule_never_matches'
            ? !reached.has(problem.rule)
            : problem.kind !== 'no_default_used' || !reached.has(0),
        );
      }),
      { numRuns: 300 },
    );
  }, 30_000);

  /** Tries every kind of visitor that these rules can distinguish. */
  function reachedRules(rules: Rule[]): Set<number> {
    const plan = planRouting({ rules, destinations: [], default_url: 'https://default.test/' });
    const reached = new Set<number>();
    const moments = [
      { weekday: 1, minute: 660 },
      { weekday: 2, minute: 660 },
      { weekday: 2, minute: 780 },
    ];
    for (const country of [...COUNTRIES, 'FR'])
      for (const device of DEVICES)
        for (const os of OPERATING_SYSTEMS)
          for (const moment of moments) {
            const facts: VisitorFacts = { country, language: '', device, os, browser: 'other' };
            reached.add(chooseDestination(plan, { facts, moment, random: 0 }).rule);
          }
    return reached;
  }
});
