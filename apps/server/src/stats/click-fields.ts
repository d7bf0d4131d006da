import { CLICK_COLUMNS } from '../tracking/click-columns.ts';
import { mixIntoKey, newVisitorKey, resetKey, sealKey, type VisitorKey } from './visitors.ts';

type ClickColumn = (typeof CLICK_COLUMNS)[number][0];

const placeOf = (name: ClickColumn): number => CLICK_COLUMNS.findIndex(([column]) => column === name);

const AT = placeOf('at');
const CAMPAIGN = placeOf('campaign_id');
const VERDICT = placeOf('verdict');
const BOT = placeOf('is_bot');
const VISITOR = placeOf('visitor');
const HOURS = placeOf('uniqueness_hours');
const LAST = Math.max(AT, CAMPAIGN, VERDICT, BOT, VISITOR, HOURS);
const TAB = 9;
const ZERO = 48;

/** What the ingest itself needs to know of a click. One object serves all of them. */
export interface ClickFields {
  atMs: number;
  /** Counted, and by a person: robots, excluded and blocked clicks are neither unique nor make others less so. */
  isCandidate: boolean;
  visitor: VisitorKey;
  uniquenessHours: number;
}

export const newClickFields = (): ClickFields => ({
  atMs: 0,
  isCandidate: false,
  visitor: newVisitorKey(),
  uniquenessHours: 0,
});

/** Reads the fields from the bytes of a record, without making anything of them. */
export function readClickFields(bytes: Buffer, start: number, end: number, into: ClickFields): void {
  const key = into.visitor;
  resetKey(key);
  let [at, verdict, bot, hours] = [0, 0, 0, 0];
  for (let place = 0, index = start; index < end; index += 1) {
    const character = bytes[index] as number;
    if (character === TAB) {
      place += 1;
      if (place > LAST) break;
    } else if (place === AT) at = at * 10 + character - ZERO;
    else if (place === CAMPAIGN || place === VISITOR) mixIntoKey(key, character);
    else if (place === VERDICT) verdict = character - ZERO;
    else if (place === BOT) bot = character - ZERO;
    else if (place === HOURS) hours = hours * 10 + character - ZERO;
  }
  sealKey(key);
  into.atMs = at;
  into.isCandidate = verdict === 0 && bot === 0;
  into.uniquenessHours = hours;
}
