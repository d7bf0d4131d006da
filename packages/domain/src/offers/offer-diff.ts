import { OfferSettings } from '@poklik/contract/offers';
import { isSameData } from '../campaigns/version-diff.ts';

const NAMES = Object.keys(OfferSettings.shape) as (keyof OfferSettings)[];

/** Names of the settings that differ, in the order of the contract. */
export const changedOfferSettings = (before: OfferSettings, after: OfferSettings): (keyof OfferSettings)[] =>
  NAMES.filter((name) => !isSameData(before[name], after[name]));
