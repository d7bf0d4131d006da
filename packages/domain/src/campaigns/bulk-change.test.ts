import { CampaignSettings } from '@poklik/contract/campaigns';
import { describe, expect, it } from 'vitest';
import { applyBulkChange } from './bulk-change.ts';
import { distinctTags } from './tags.ts';

const settings = (changes: object = {}) =>
  CampaignSettings.parse({ name: 'Summer', default_url: 'https://shop.example', ...changes });

describe('bulk change', () => {
  it.each([
    ['activate', 'active'],
    ['pause', 'paused'],
    ['archive', 'archived'],
  ] as const)('%s sets the status %s and changes nothing else', (action, status) => {
    expect(applyBulkChange(settings({ status: 'draft' }), { action })).toEqual(settings({ status }));
  });

  it.each([
    ['add_tag', ['a'], 'b', ['a', 'b']],
    ['add_tag', ['a'], 'A', ['a']],
    ['add_tag', [...'abcdefghij'], 'k', [...'abcdefghij']],
    ['remove_tag', ['a', 'B'], 'b', ['a']],
    ['remove_tag', ['a'], 'x', ['a']],
  ] as const)('%s on %j with %s leaves %j', (action, tags, tag, expected) => {
    expect(applyBulkChange(settings({ tags }), { action, tag }).tags).toEqual(expected);
  });

  it('keeps each tag once, in its original case', () => {
    expect(distinctTags(['Push', 'push', 'UA', 'PUSH'])).toEqual(['Push', 'UA']);
  });
});
