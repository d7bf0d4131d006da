import { STEP_COLUMNS } from '@poklik/domain/clicks/click-columns';
import { ClickOutcome } from '@poklik/domain/clicks/click-outcome';
import type { Clickhouse } from '../../stores/clickhouse.ts';
import type { RecordFields } from './record-fields.ts';
import { mixIntoKey, newVisitorKey, resetKey, sealKey, type VisitorTable } from './visitors.ts';

const fieldIndex = (name: (typeof STEP_COLUMNS)[number][0]): number =>
  STEP_COLUMNS.findIndex(([column]) => column === name);

const CLICK_AT = fieldIndex('click_at');
const CLICK_ID = fieldIndex('click_id');
const STEP = fieldIndex('step');
const OFFER = fieldIndex('offer_id');
const OUTCOME = fieldIndex('verdict');

/** Bits of the column `firsts`. */
const FIRST_OF_STEP = 1;
const FIRST_OF_OFFER = 2;
/** A pass is good for a year at most. */
const REMEMBERED_SECONDS = 366 * 86_400;
/** Four million of them take 50 MB. */
export const STEP_SLOTS_MAX = 1 << 22;
const [OF_STEP, OF_OFFER] = ['s', 'o'].map((kind) => kind.charCodeAt(0)) as [number, number];

/** Whether the current record is the first of its click at its step, and with its offer. Others count as neither. */
export function stepFirsts(fields: RecordFields, seen: VisitorTable): () => number {
  const key = newVisitorKey();
  const mix = (field: number) => {
    const end = fields.ends[field] as number;
    for (let at = fields.starts[field] as number; at < end; at += 1) mixIntoKey(key, fields.bytes[at] as number);
  };
  const isFirst = (kind: number, field: number): boolean => {
    resetKey(key);
    mix(CLICK_ID);
    mixIntoKey(key, kind);
    mix(field);
    sealKey(key);
    const clickAt = Math.floor(fields.number(CLICK_AT) / 1000);
    return seen.isNew(key, clickAt, clickAt + REMEMBERED_SECONDS);
  };
  return () => {
    if (fields.number(OUTCOME) !== ClickOutcome.redirected) return 0;
    const hasOffer = fields.number(OFFER) !== 0;
    return (isFirst(OF_STEP, STEP) ? FIRST_OF_STEP : 0) + (hasOffer && isFirst(OF_OFFER, OFFER) ? FIRST_OF_OFFER : 0);
  };
}

const MONTH_SECONDS = 31 * 86_400;
const MONTHS = 12;

/**
 * Loads the steps that were first, those of the latest clicks first and as many as fit, so that a restart makes none of
 * them first again. `now` is in seconds.
 */
export async function loadRecentSteps(client: Clickhouse['client'], seen: VisitorTable, now: number): Promise<void> {
  // Clicks of a clock that was ahead count as of the latest month.
  for (let month = -1; month < MONTHS && !seen.isFull; month += 1) {
    const until = now - month * MONTH_SECONDS;
    const answer = await client.query({
      query: `
        SELECT click_id, step, toString(offer_id), firsts, toUInt32(toUnixTimestamp(click_at)) FROM steps
        WHERE firsts != 0 AND quarter >= {from:UInt32} AND quarter < {until:UInt32}`,
      query_params: { from: Math.max(0, until - MONTH_SECONDS), until },
      format: 'JSONCompactEachRow',
      clickhouse_settings: { max_execution_time: 0 },
    });
    for await (const rows of answer.stream<[string, number, string, number, number]>()) {
      for (const row of rows) {
        const [clickId, step, offer, firsts, clickAt] = row.json();
        if (firsts & FIRST_OF_STEP) seen.remember(keyOf(clickId, OF_STEP, String(step)), clickAt + REMEMBERED_SECONDS);
        if (firsts & FIRST_OF_OFFER) seen.remember(keyOf(clickId, OF_OFFER, offer), clickAt + REMEMBERED_SECONDS);
      }
    }
  }
}

function keyOf(clickId: string, kind: number, number: string) {
  const key = newVisitorKey();
  for (let at = 0; at < clickId.length; at += 1) mixIntoKey(key, clickId.charCodeAt(at));
  mixIntoKey(key, kind);
  for (let at = 0; at < number.length; at += 1) mixIntoKey(key, number.charCodeAt(at));
  sealKey(key);
  return key;
}
