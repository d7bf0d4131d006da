import { CampaignSettings } from '@poklik/contract/campaigns';
import { describe, expect, it } from 'vitest';
import { type Place, readWeight, weightsOf, weightsText, withOnly, withWeights } from './place-weights.ts';

const destination = (url: string, weight: number) => ({ name: '', url, weight, active: true });
const settings = CampaignSettings.parse({
  name: 'Spring',
  default_url: 'https://shop.test/',
  destinations: [destination('https://a.test/', 10), destination('https://b.test/', 20)],
  rules: [
    {
      conditions: [{ dimension: 'country', operator: 'in', values: ['UA'] }],
      destinations: [destination('https://c.test/', 30)],
    },
  ],
});

describe('weights by place', () => {
  it('are read from all lists', () => {
    expect([...weightsOf(settings)]).toEqual([
      ['0:1', 10],
      ['0:2', 20],
      ['1:1', 30],
    ]);
  });

  it('are a text where destinations compete', () => {
    expect(weightsText(settings)).toBe('10:20');
    expect(weightsText(withOnly(settings, '0:1'))).toBe('');
  });

  it('are written and change nothing else', () => {
    const weights = new Map<Place, number>([
      ['0:2', 5],
      ['1:1', 6],
      ['9:9', 7],
    ]);
    const changed = withWeights(settings, weights);
    expect([...weightsOf(changed).values()]).toEqual([10, 5, 6]);
    expect(withWeights(changed, weightsOf(settings))).toEqual(settings);
  });
});

it('gives one destination all visitors of its rule', () => {
  const changed = withOnly(settings, '0:2');
  expect(changed.destinations.map(({ active }) => active)).toEqual([false, true]);
  expect({ ...changed, destinations: settings.destinations }).toEqual(settings);
  expect(withOnly(settings, '1:1')).toEqual(settings);
});

it.each<[string, number | null]>([
  ['1', 1],
  [' 250 ', 250],
  ['1000', 1000],
  ['1001', null],
  ['0', null],
  ['', null],
  ['1.5', null],
  ['-3', null],
  ['ten', null],
])('reads the weight %j', (text, weight) => expect(readWeight(text)).toBe(weight));
