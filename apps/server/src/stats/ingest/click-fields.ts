import { CLICK_COLUMNS } from '@poklik/domain/clicks/click-columns';
import { ClickOutcome } from '@poklik/domain/clicks/click-outcome';
import type { RecordFields } from './record-fields.ts';
import { mixIntoKey, newVisitorKey, resetKey, sealKey, type VisitorKey } from './visitors.ts';

const fieldIndex = (name: (typeof CLICK_COLUMNS)[number][0]): number =>
  CLICK_COLUMNS.findIndex(([column]) => column === name);

const AT = fieldIndex('at');
const CAMPAIGN = fieldIndex('campaign_id');
const OUTCOME = fieldIndex('verdict');
const BOT = fieldIndex('is_bot');
const VISITOR = fieldIndex('visitor');
const HOURS = fieldIndex('uniqueness_hours');

/** Fields of the current click that the ingest needs. */
export interface ClickFields {
  atMs(): number;
  /** Only counted clicks by people can be unique or make later ones repeated. */
  isCandidate(): boolean;
  uniquenessHours(): number;
  /** In this campaign. */
  visitor(): VisitorKey;
}

export function clickFields(fields: RecordFields): ClickFields {
  const key = newVisitorKey();
  const mix = (field: number) => {
    const end = fields.ends[field] as number;
    for (let at = fields.starts[field] as number; at < end; at += 1) mixIntoKey(key, fields.bytes[at] as number);
  };
  return {
    atMs: () => fields.number(AT),
    isCandidate: () => fields.number(OUTCOME) === ClickOutcome.redirected && fields.number(BOT) === 0,
    uniquenessHours: () => fields.number(HOURS),
    visitor() {
      resetKey(key);
      mix(CAMPAIGN);
      mix(VISITOR);
      sealKey(key);
      return key;
    },
  };
}
