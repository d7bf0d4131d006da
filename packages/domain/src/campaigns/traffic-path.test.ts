import { CampaignSettings } from '@poklik/contract/campaigns';
import { describe, expect, it } from 'vitest';
import { trafficPath } from './traffic-path.ts';

const destination = (url: string, weight = 100, active = true) => ({ name: '', url, weight, active });
const settings = CampaignSettings.parse({
  name: 'Spring',
  default_url: 'https://shop.test/',
  destinations: [destination('https://a.test/', 30), destination('https://b.test/', 10)],
  rules: [
    {
      name: 'Ukraine',
      conditions: [{ dimension: 'country', operator: 'in', values: ['UA'] }],
      destinations: [destination('https://c.test/')],
    },
  ],
});
const row = (key: string, clicks: number) => ({ keys: [`7:${key}`], clicks });

describe('path of the traffic', () => {
  it('has the metrics and shares of every rule and destination', () => {
    const { rules, earlierClicks } = trafficPath(settings, {
      byRule: [row('0', 60), row('1', 40)],
      byDestination: [row('0:1', 45), row('0:2', 15), row('1:1', 40)],
    });
    expect(rules.map(({ place, rule, share }) => [place, rule?.name, share])).toEqual([
      [1, 'Ukraine', 0.4],
      [0, undefined, 0.6],
    ]);
    expect(
      rules.flatMap((rule) => rule.destinations.map(({ place, share, plannedShare }) => [place, share, plannedShare])),
    ).toEqual([
      ['1:1', 1, 1],
      ['0:1', 0.75, 0.75],
      ['0:2', 0.25, 0.25],
    ]);
    expect(earlierClicks).toBe(0);
  });

  it('shows the default URL when it has traffic or nothing else takes it', () => {
    const places = (path: ReturnType<typeof trafficPath>) =>
      path.rules.flatMap((rule) => rule.destinations.map(({ place, url }) => [place, url]));
    const off = { ...settings, destinations: [destination('https://a.test/', 30, false)] };
    expect(places(trafficPath(off, { byRule: [], byDestination: [] }))).toEqual([
      ['1:1', 'https://c.test/'],
      ['0:1', 'https://a.test/'],
      ['0:0', 'https://shop.test/'],
    ]);
    const paused = trafficPath(settings, { byRule: [row('0', 2)], byDestination: [row('0:0', 2)] });
    expect(places(paused)).toContainEqual(['0:0', 'https://shop.test/']);
    expect(places(trafficPath(settings, { byRule: [], byDestination: [] }))).not.toContainEqual([
      '0:0',
      'https://shop.test/',
    ]);
  });

  it('counts clicks of earlier rules and destinations', () => {
    const { earlierClicks } = trafficPath(settings, {
      byRule: [row('0', 5), row('4', 6)],
      byDestination: [row('0:1', 2), row('0:9', 3), row('4:1', 6)],
    });
    expect(earlierClicks).toBe(9);
  });

  it('has no shares without clicks', () => {
    const { rules } = trafficPath(settings, { byRule: [], byDestination: [] });
    expect(
      rules.every(({ share, destinations }) => share === null && destinations.every((d) => d.share === null)),
    ).toBe(true);
  });
});
