import { LanderSettings } from '@poklik/contract/landers';
import { isSameData } from '../campaigns/version-diff.ts';

const NAMES = Object.keys(LanderSettings.shape) as (keyof LanderSettings)[];

/** Names of the settings that differ, in the order of the contract. */
export const changedLanderSettings = (before: LanderSettings, after: LanderSettings): (keyof LanderSettings)[] =>
  NAMES.filter((name) => !isSameData(before[name], after[name]));
