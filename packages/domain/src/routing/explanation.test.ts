import type { Condition, Destination, Rule, VisitorFacts } from '@poklik/contract/routing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { explainRouting } from './explanation.ts';

const facts: VisitorFacts = { country: 'DE', language: 'de', device: 'mobile', os: 'android', browser: 'chrome' };
const input = { facts, moment: { weekday: 1, minute: 720 }, random: 0.5 };
const to = (name: string, weight = 1, active = true): Destination => ({
  name,
  url: `https://${name}.test/`,
  weight,
  active,
});
const country = (...values: string[]): Condition => ({ dimension: 'country', operator: 'in', values });
const rule = (name: string, conditions: Condition[], destinations: Destination[], active = true): Rule => ({
  name,
  active,
  match: 'all',
  conditions,
  destinations,
});

describe('routing explanation', () => {
  const settings = {
    default_url: 'https://default.test/',
    destinations: [],
    rules: [
      rule('off', [country('DE')], [to('a')], false),
      rule('us', [country('US')], [to('b')]),
      rule(
        'de',
        [country('DE', 'AT'), { dimension: 'os', operator: 'not_in', values: ['ios'] }],
        [to('c', 10), to('d', 30)],
      ),
      rule('all', [country('DE')], [to('e')]),
    ],
  };

  it('reports the outcome of every rule and condition', () => {
    const { choice, rules, share } = explainRouting(settings, input);
    expect(choice).toEqual({ rule: 3, destination: 2, url: 'https://d.test/' });
    expect(rules.map(({ outcome }) => outcome)).toEqual(['switched_off', 'not_matched', 'matched', 'skipped']);
    expect(rules.map(({ conditions }) => conditions.map(({ holds }) => holds))).toEqual([
      [true],
      [false],
      [true, true],
      [true],
    ]);
    expect(share).toEqual({ from: 0.25, to: 1 });
  });

  it('gives the default URL the whole range', () => {
    const { choice, share } = explainRouting({ ...settings, rules: [] }, input);
    expect([choice.rule, choice.destination, share]).toEqual([0, 0, { from: 0, to: 1 }]);
  });

  it('reports a share that contains the random value', () => {
    const list = fc.array(fc.tuple(fc.integer({ min: 1, max: 99 }), fc.boolean()), { maxLength: 10 });
    const randoms = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    fc.assert(
      fc.property(list, randoms, (weights, random) => {
        const destinations = weights.map(([weight, active], place) => to(`d${place}`, weight, active));
        const { share } = explainRouting(
          { default_url: 'https://default.test/', rules: [], destinations },
          { ...input, random },
        );
        const rounding = 1e-12;
        return share.from <= random + rounding && random < share.to + rounding;
      }),
    );
  }, 30_000);
});
