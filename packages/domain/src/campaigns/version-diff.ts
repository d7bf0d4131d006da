import { CampaignSettings } from '@poklik/contract/campaigns';
import { withoutUids } from '../routing/targets.ts';

export type SettingName = keyof CampaignSettings;

export interface SettingChange {
  setting: SettingName;
  before: CampaignSettings[SettingName];
  after: CampaignSettings[SettingName];
}

const NAMES = Object.keys(CampaignSettings.shape) as SettingName[];

/** Changed settings between two versions, in the order of the contract. Identities are not settings. */
export function changedSettings(former: CampaignSettings, latter: CampaignSettings): SettingChange[] {
  const [before, after] = [withoutUids(former), withoutUids(latter)];
  return NAMES.filter((setting) => !isSameData(before[setting], after[setting])).map((setting) => ({
    setting,
    before: before[setting],
    after: after[setting],
  }));
}

/** Compares plain data regardless of key order, which the database doesn't keep. */
export function isSameData(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  const [mine, theirs] = [Object.entries(one), new Map(Object.entries(other))];
  return (
    Array.isArray(one) === Array.isArray(other) &&
    mine.length === theirs.size &&
    mine.every(([key, value]) => theirs.has(key) && isSameData(value, theirs.get(key)))
  );
}
