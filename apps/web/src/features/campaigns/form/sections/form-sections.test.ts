import { CampaignSettings } from '@poklik/contract/campaigns';
import { describe, expect, it } from 'vitest';
import { ruleOf, SECTIONS, sectionOf, sortByFormOrder } from './form-sections.ts';

describe('form sections', () => {
  it('contain every setting of the contract once', () => {
    const placed = SECTIONS.flatMap(({ settings }) => settings);
    expect([...placed].sort()).toEqual(Object.keys(CampaignSettings.shape).sort());
    expect(new Set(placed).size).toBe(placed.length);
  });

  it.each([
    ['name', 'basics', undefined],
    ['destinations.3.url', 'destinations', undefined],
    ['rules.12.conditions.0.values', 'rules', 12],
    ['params', 'traffic', undefined],
    ['outgoing_postbacks.0.statuses', 'postbacks', undefined],
    ['nothing', undefined, undefined],
  ])('locate %s', (path, section, rule) => {
    expect(sectionOf(path)).toBe(section);
    expect(ruleOf(path)).toBe(rule);
  });

  it('are sorted top to bottom', () => {
    expect(
      sortByFormOrder([
        'daily_cap',
        'rules.10.name',
        'rules.2.name',
        'unknown',
        'default_url',
        'name',
        'rules.2.match',
      ]),
    ).toEqual(['name', 'default_url', 'rules.2.match', 'rules.2.name', 'rules.10.name', 'daily_cap', 'unknown']);
  });
});
