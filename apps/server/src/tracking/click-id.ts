import { randomFillSync } from 'node:crypto';

/** Base 32 in the order of its signs, without those that people confuse. */
const SIGNS = '0123456789abcdefghjkmnpqrstvwxyz';

const TIME_SIGNS = 9;
const TURN_SIGNS = 3;
const RANDOM_SIGNS = 16;
const FIXED_SIGNS = TIME_SIGNS + TURN_SIGNS + RANDOM_SIGNS;
const TURNS_MAX = 32 ** TURN_SIGNS;
const BACK_MAX_MS = 60_000;
const POOL_BYTES = RANDOM_SIGNS * 512;

/**
 * Ids of clicks: milliseconds (45 bits), the turn within the millisecond (15 bits), 80 random bits, and the campaign.
 * They sort by time, also when the clock is put right by a little, and say whose they are and when without a look-up: a
 * click is found by the time in its id, so that follows a clock that was set back by more.
 */
export function clickIds(): (now: number, campaignId: number) => string {
  const pool = Buffer.alloc(POOL_BYTES);
  let used = POOL_BYTES;
  let latest = 0;
  let turn = 0;
  let start = '';

  /** Eighty bits as signs that were made ready for the next few hundred ids. */
  const random = (): string => {
    if (used === POOL_BYTES) {
      randomFillSync(pool);
      for (let at = 0; at < POOL_BYTES; at += 1) pool[at] = SIGNS.charCodeAt((pool[at] as number) & 31);
      used = 0;
    }
    used += RANDOM_SIGNS;
    return pool.toString('latin1', used - RANDOM_SIGNS, used);
  };

  return (now, campaignId) => {
    turn += 1;
    if (now > latest || latest - now > BACK_MAX_MS || turn === TURNS_MAX) {
      latest = latest - now > BACK_MAX_MS ? now : Math.max(now, latest + (turn === TURNS_MAX ? 1 : 0));
      turn = 0;
      start = inSigns(latest, TIME_SIGNS);
    }
    return start + inSigns(turn, TURN_SIGNS) + random() + inSigns(campaignId, 0);
  };
}

/** The campaign that an id was made for; null when the text is not an id of ours. */
export function campaignOfClick(clickId: string): number | null {
  if (!/^[0-9a-hjkmnp-tv-z]{29,38}$/.test(clickId)) return null;
  let campaignId = 0;
  for (let at = FIXED_SIGNS; at < clickId.length; at += 1)
    campaignId = campaignId * 32 + SIGNS.indexOf(clickId[at] ?? '');
  return campaignId;
}

/** When an id was made, in milliseconds; of a text that is no id of ours, nothing that means anything. */
export function timeOfClick(clickId: string): number {
  let time = 0;
  for (let at = 0; at < TIME_SIGNS; at += 1) time = time * 32 + SIGNS.indexOf(clickId[at] ?? '');
  return time;
}

function inSigns(value: number, atLeast: number): string {
  let text = '';
  for (let rest = value; rest > 0 || text === ''; rest = Math.floor(rest / 32)) text = SIGNS[rest % 32] + text;
  return text.padStart(atLeast, '0');
}
