import { CLICK_COLUMNS } from '../tracking/click-columns.ts';
import { RecordFields } from './record-fields.ts';
import { mixIntoKey, newVisitorKey, resetKey, sealKey, type VisitorKey } from './visitors.ts';

type ClickColumn = (typeof CLICK_COLUMNS)[number][0];

const placeOf = (name: ClickColumn): number => CLICK_COLUMNS.findIndex(([column]) => column === name);

const AT = placeOf('at');
const CAMPAIGN = placeOf('campaign_id');
const VERDICT = placeOf('verdict');
const BOT = placeOf('is_bot');
const VISITOR = placeOf('visitor');
const HOURS = placeOf('uniqueness_hours');

/** The fields of a click, and what the ingest itself needs to know of them. */
export class ClickFields extends RecordFields {
  readonly #visitor = newVisitorKey();

  constructor() {
    super(CLICK_COLUMNS.length);
  }

  get atMs(): number {
    return this.number(AT);
  }

  /** Counted, and by a person: robots, excluded and blocked clicks are neither unique nor make others less so. */
  get isCandidate(): boolean {
    return this.number(VERDICT) === 0 && this.number(BOT) === 0;
  }

  get uniquenessHours(): number {
    return this.number(HOURS);
  }

  /** Of this campaign. */
  get visitor(): VisitorKey {
    const key = this.#visitor;
    resetKey(key);
    this.each(CAMPAIGN, (character) => mixIntoKey(key, character));
    this.each(VISITOR, (character) => mixIntoKey(key, character));
    sealKey(key);
    return key;
  }
}
