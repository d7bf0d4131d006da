import { CampaignSettings } from '@poklik/contract/campaigns';
import { describe, expect, it } from 'vitest';
import { changedSettings } from './version-diff.ts';

const settings = CampaignSettings.parse({ name: 'Spring', default_url: 'https://shop.test/' });

describe('version diff', () => {
  it('is empty for equal versions', () => {
    expect(changedSettings(settings, JSON.parse(JSON.stringify(settings)))).toEqual([]);
  });

  it('lists changed settings in the order of the contract', () => {
    const after = { ...settings, daily_cap: 10, name: 'Summer', tags: ['a'] };
    expect(changedSettings(settings, after)).toEqual([
      { setting: 'name', before: 'Spring', after: 'Summer' },
      { setting: 'tags', before: [], after: ['a'] },
      { setting: 'daily_cap', before: null, after: 10 },
    ]);
  });

  it('includes reordered rules', () => {
    const rule = (name: string) => ({ name, destinations: [] as object[] }) as CampaignSettings['rules'][number];
    const [before, after] = [
      ['a', 'b'],
      ['b', 'a'],
    ].map((names) => ({ ...settings, rules: names.map(rule) }));
    expect(
      changedSettings(before as CampaignSettings, after as CampaignSettings).map(({ setting }) => setting),
    ).toEqual(['rules']);
  });

  it('ignores the key order of the database', () => {
    const before = { ...settings, destinations: [{ name: 'A', url: 'https://a.test/', weight: 1, active: true }] };
    const after = { ...settings, destinations: [{ active: true, url: 'https://a.test/', weight: 1, name: 'A' }] };
    expect(changedSettings(before, after)).toEqual([]);
  });
});
