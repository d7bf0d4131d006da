import { CampaignBody } from '@poklik/contract/campaigns';
import { coverageProblems } from '@poklik/domain/routing/coverage';
import { explainRouting } from '@poklik/domain/routing/explanation';
import { describe, expect, it } from 'vitest';
import { emptySettings, newRule, readableDraft, settingsOf } from './campaign-values.ts';

const ZONE = { timezone: 'Europe/Kyiv' };
const VISITOR = {
  facts: { country: 'UA', language: 'uk', device: 'mobile', os: 'android', browser: 'chrome' },
  moment: { weekday: 1, minute: 0 },
  random: 0.5,
} as const;

describe('unsaved campaign', () => {
  it('needs only a name and a URL', () => {
    const { success } = CampaignBody.safeParse({
      ...emptySettings(ZONE),
      name: 'Sale',
      default_url: 'https://a.test/',
    });
    expect(success).toBe(true);
    expect(emptySettings(ZONE)).toMatchObject({ name: '', default_url: '', timezone: 'Europe/Kyiv', status: 'active' });
  });

  it('can be simulated at any point of typing', () => {
    const draft = readableDraft({ ...emptySettings(ZONE), rules: [newRule()] });
    expect(explainRouting(draft, VISITOR).choice).toEqual({ rule: 0, destination: 0, url: '' });
    expect(coverageProblems(draft).map(({ kind }) => kind)).toEqual([
      'default_missing',
      'condition_empty',
      'destination_missing',
    ]);
  });

  it('treats a non-numeric weight as none', () => {
    const written = { name: '', url: ' https://a.test/ ', weight: 'many' as unknown as number, active: true };
    const { destinations } = readableDraft({ ...emptySettings(ZONE), destinations: [written] });
    expect(destinations).toEqual([{ name: '', url: 'https://a.test/', weight: 0, active: true }]);
  });
});

describe('campaign settings', () => {
  it('exclude server fields and hidden money', () => {
    const shown = { ...emptySettings(ZONE), name: 'Sale', cost_value: null, default_payout: null, id: 7, key: 'abc' };
    expect(settingsOf(shown)).toEqual({ ...emptySettings(ZONE), name: 'Sale' });
  });
});
