import { CampaignSettings } from '@poklik/contract/campaigns';

export type SettingName = keyof CampaignSettings;

export interface SettingChange {
  setting: SettingName;
  before: CampaignSettings[SettingName];
  after: CampaignSettings[SettingName];
}

const NAMES = Object.keys(CampaignSettings.shape) as SettingName[];

/** Changed settings between two versions, in the order of the contract. */
export function changedSettings(before: CampaignSettings, after: CampaignSettings): SettingChange[] {
  return NAMES.filter((setting) => !equal(before[setting], after[setting])).map((setting) => ({
    setting,
    before: before[setting],
    after: after[setting],
  }));
}

/** Compares plain data regardless of key order, which the database doesn't keep. */
function equal(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  const [mine, theirs] = [Object.entries(one), new Map(Object.entries(other))];
  return (
    Array.isArray(one) === Array.isArray(other) &&
    mine.length === theirs.size &&
    mine.every(([key, value]) => theirs.has(key) && equal(value, theirs.get(key)))
  );
}
