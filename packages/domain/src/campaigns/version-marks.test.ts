import { CampaignSettings } from '@poklik/contract/campaigns';
import { describe, expect, it } from 'vitest';
import { keepsPlaces, type MarkKind, versionMark } from './version-marks.ts';

const destination = (url: string, weight = 100) => ({ name: '', url, weight, active: true });
const rule = (...destinations: ReturnType<typeof destination>[]) => ({
  name: '',
  active: true,
  match: 'all' as const,
  conditions: [{ dimension: 'country' as const, operator: 'in' as const, values: ['UA'] }],
  destinations,
});
const settings = CampaignSettings.parse({
  name: 'Spring',
  default_url: 'https://shop.test/',
  destinations: [destination('https://a.test/'), destination('https://b.test/')],
  rules: [rule(destination('https://c.test/'))],
});

describe('mark of a version', () => {
  it.each<[string, Partial<CampaignSettings>, MarkKind]>([
    ['a pause', { status: 'paused' }, 'paused'],
    ['an archived campaign', { status: 'archived' }, 'archived'],
    ['a draft', { status: 'draft' }, 'drafted'],
    ['a pause with other changes', { status: 'paused', name: 'Summer' }, 'paused'],
    ['weights', { destinations: [destination('https://a.test/', 5), destination('https://b.test/')] }, 'weights'],
    ['weights in a rule', { rules: [rule(destination('https://c.test/', 7))] }, 'weights'],
    [
      'weights and a name',
      { name: 'Summer', destinations: [destination('https://a.test/', 5), destination('https://b.test/')] },
      'saved',
    ],
    ['a weight of a new destination', { destinations: [destination('https://a.test/', 5)] }, 'saved'],
    ['a name', { name: 'Summer' }, 'saved'],
    ['nothing', {}, 'saved'],
  ])('tells %s', (_, changes, kind) => expect(versionMark(settings, { ...settings, ...changes })).toBe(kind));

  it('tells an activation', () => expect(versionMark({ ...settings, status: 'paused' }, settings)).toBe('activated'));
});

describe('places', () => {
  it.each<[string, Partial<CampaignSettings>, boolean]>([
    ['other weights', { destinations: [destination('https://a.test/', 5), destination('https://b.test/', 6)] }, true],
    ['another name', { name: 'Summer' }, true],
    ['another order', { destinations: [destination('https://b.test/'), destination('https://a.test/')] }, false],
    ['another URL', { rules: [rule(destination('https://d.test/'))] }, false],
    ['a removed rule', { rules: [] }, false],
  ])('with %s', (_, changes, kept) => expect(keepsPlaces(settings, { ...settings, ...changes })).toBe(kept));
});
