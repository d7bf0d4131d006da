import type { Columns } from './columns.ts';
import { TARGETS } from './row-batch.ts';
import { mixIntoKey, newVisitorKey, resetKey, sealKey, type VisitorKey } from './visitors.ts';

const placeOf = (name: (typeof TARGETS.clicks.columns)[number]): number => TARGETS.clicks.columns.indexOf(name);

const AT = placeOf('at');
const CAMPAIGN = placeOf('campaign_id');
const VERDICT = placeOf('verdict');
const BOT = placeOf('is_bot');
const VISITOR = placeOf('visitor');
const HOURS = placeOf('uniqueness_hours');

/** Fields of the current click that the ingest needs. */
export interface ClickFields {
  atMs(): number;
  /** Only counted clicks by people can be unique or make later ones repeated. */
  isCandidate(): boolean;
  uniquenessHours(): number;
  /** In this campaign. */
  visitor(): VisitorKey;
}

export function clickFields(columns: Columns): ClickFields {
  const key = newVisitorKey();
  const mix = (character: number) => mixIntoKey(key, character);
  return {
    atMs: () => columns.number(AT),
    isCandidate: () => columns.number(VERDICT) === 0 && columns.number(BOT) === 0,
    uniquenessHours: () => columns.number(HOURS),
    visitor() {
      resetKey(key);
      columns.each(CAMPAIGN, mix);
      columns.each(VISITOR, mix);
      sealKey(key);
      return key;
    },
  };
}
