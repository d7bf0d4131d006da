import { ClickOutcome } from '@poklik/domain/clicks/click-outcome';
import type { Columns } from './columns.ts';
import { TABLES } from './row-batch.ts';
import { mixIntoKey, newVisitorKey, resetKey, sealKey, type VisitorKey } from './visitors.ts';

const columnIndex = (name: (typeof TABLES.clicks.columns)[number]): number => TABLES.clicks.columns.indexOf(name);

const AT = columnIndex('at');
const CAMPAIGN = columnIndex('campaign_id');
const OUTCOME = columnIndex('verdict');
const BOT = columnIndex('is_bot');
const VISITOR = columnIndex('visitor');
const HOURS = columnIndex('uniqueness_hours');

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
    isCandidate: () => columns.number(OUTCOME) === ClickOutcome.redirected && columns.number(BOT) === 0,
    uniquenessHours: () => columns.number(HOURS),
    visitor() {
      resetKey(key);
      columns.eachChar(CAMPAIGN, mix);
      columns.eachChar(VISITOR, mix);
      sealKey(key);
      return key;
    },
  };
}
