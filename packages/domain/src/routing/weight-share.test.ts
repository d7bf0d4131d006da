import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { weightsOf, withWeights } from '../campaigns/place-weights.ts';
import { competingDestinations, planWeightShare } from './weight-share.ts';

const destination = (name: string, weight: number, active = true) => ({
  name,
  url: `https://${name || 'unnamed'}.test/p`,
  weight,
  active,
});
const campaign = (...lists: ReturnType<typeof destination>[][]) => ({
  destinations: lists[0] ?? [],
  rules: lists.slice(1).map((destinations) => ({
    ...{ name: '', active: true, match: 'all' as const, destinations },
    conditions: [{ dimension: 'country' as const, operator: 'in' as const, values: ['UA'] }],
  })),
});

describe('a share of the visitors', () => {
  it.each([
    [
      'of two',
      [
        ['Lead A', 50],
        ['Lead B', 50],
      ],
      'lead a',
      70,
      [70, 30],
    ],
    [
      'keeps proportions',
      [
        ['A1', 90],
        ['A2', 10],
        ['B', 10],
      ],
      'a',
      50,
      [45, 5, 50],
    ],
    [
      'by URL',
      [
        ['X', 1],
        ['Y', 1],
      ],
      'x.test/p',
      20,
      [20, 80],
    ],
    [
      'that is already so',
      [
        ['A', 7],
        ['B', 3],
      ],
      'a',
      70,
      [],
    ],
    [
      'of all',
      [
        ['A1', 1],
        ['A2', 1],
      ],
      'a',
      70,
      [],
    ],
    [
      'of none',
      [
        ['A', 1],
        ['B', 1],
      ],
      'z',
      70,
      [],
    ],
    [
      'too small for weights of a hundred',
      [
        ['A1', 1],
        ['A2', 1],
        ['B', 1],
      ],
      'a',
      1,
      [5, 5, 990],
    ],
    [
      'without a text',
      [
        ['A', 1],
        ['B', 1],
      ],
      ' ',
      70,
      [],
    ],
  ] as [string, [string, number][], string, number, number[]][])('%s', (_, list, text, share, weights) => {
    const own = campaign(list.map(([name, weight]) => destination(name, weight)));
    expect([...planWeightShare(own, { text, share }).values()]).toEqual(weights);
  });

  it('is set in every rule where the destination competes, and not where it is off', () => {
    const [a, b] = [destination('A', 50), destination('B', 50)];
    const own = campaign([a, b], [a], [a, b, destination('C', 40, false)], [destination('A', 9, false), b]);
    expect([...planWeightShare(own, { text: 'a.test', share: 60 })]).toEqual([
      ['0:1', 60],
      ['0:2', 40],
      ['2:1', 60],
      ['2:2', 40],
    ]);
  });

  it('is exact, with weights that the form accepts, and planned once', () => {
    const list = fc.array(fc.tuple(fc.constantFrom('A', 'B'), fc.integer({ min: 1, max: 1000 })), {
      minLength: 2,
      maxLength: 10,
    });
    fc.assert(
      fc.property(list, fc.integer({ min: 1, max: 99 }), (items, share) => {
        const own = campaign(items.map(([name, weight]) => destination(name, weight)));
        const planned = planWeightShare(own, { text: 'a.test', share });
        if (planned.size === 0) return;
        for (const weight of planned.values()) {
          expect(weight).toBeGreaterThanOrEqual(1);
          expect(weight).toBeLessThanOrEqual(1000);
        }
        const after = withWeights(own, planned);
        const sum = (name?: string) =>
          after.destinations.reduce((all, each) => all + (!name || each.name === name ? each.weight : 0), 0);
        expect(sum('A') * 100).toBe(share * sum());
        expect(planWeightShare(after, { text: 'a.test', share }).size).toBe(0);
        expect(weightsOf(withWeights(after, weightsOf(own)))).toEqual(weightsOf(own));
      }),
    );
  });
});

it('names destinations that compete, the most frequent first', () => {
  const [blue, unnamed] = [destination('Blue', 1), destination('', 1)];
  expect(
    competingDestinations([
      campaign([blue]),
      campaign([blue, unnamed], [unnamed, blue]),
      campaign([unnamed, destination('Coral', 1)]),
    ]),
  ).toEqual(['unnamed.test', 'Blue', 'Coral']);
});

it('names none that all of them have', () => {
  const at = (path: string) => ({ ...destination('', 1), url: `https://one.test/${path}` });
  expect(competingDestinations([campaign([at('a'), at('b')])])).toEqual([]);
});
