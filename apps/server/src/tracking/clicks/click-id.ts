import { randomFillSync } from 'node:crypto';

/** Base 32 in ASCII order, without characters that are easily confused. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

const TIME_CHARS = 9;
const SEQUENCE_CHARS = 3;
const RANDOM_CHARS = 16;
const FIXED_CHARS = TIME_CHARS + SEQUENCE_CHARS + RANDOM_CHARS;
const SEQUENCE_MAX = 32 ** SEQUENCE_CHARS;
const CLOCK_TOLERANCE_MS = 60_000;
const POOL_BYTES = RANDOM_CHARS * 512;

/**
 * Milliseconds (45 bits), sequence within the millisecond (15 bits), 80 random bits, and the campaign. IDs sort by
 * time, also when the clock is corrected slightly. Clicks are looked up by the time in the ID, so it follows a clock
 * that was set back further.
 */
export function createClickIdGenerator(): (now: number, campaignId: number) => string {
  const pool = Buffer.alloc(POOL_BYTES);
  let used = POOL_BYTES;
  let latest = 0;
  let sequence = 0;
  let start = '';

  /** 80 random bits as characters, prepared for a few hundred IDs at a time. */
  const random = (): string => {
    if (used === POOL_BYTES) {
      randomFillSync(pool);
      for (let at = 0; at < POOL_BYTES; at += 1) pool[at] = ALPHABET.charCodeAt((pool[at] as number) & 31);
      used = 0;
    }
    used += RANDOM_CHARS;
    return pool.toString('latin1', used - RANDOM_CHARS, used);
  };

  return (now, campaignId) => {
    sequence += 1;
    if (now > latest || latest - now > CLOCK_TOLERANCE_MS || sequence === SEQUENCE_MAX) {
      latest = latest - now > CLOCK_TOLERANCE_MS ? now : Math.max(now, latest + (sequence === SEQUENCE_MAX ? 1 : 0));
      sequence = 0;
      start = toBase32(latest, TIME_CHARS);
    }
    return start + toBase32(sequence, SEQUENCE_CHARS) + random() + toBase32(campaignId, 0);
  };
}

/** The campaign of a click ID; null if the ID is invalid. */
export function parseCampaignId(clickId: string): number | null {
  if (!/^[0-9a-hjkmnp-tv-z]{29,38}$/.test(clickId)) return null;
  let campaignId = 0;
  for (let at = FIXED_CHARS; at < clickId.length; at += 1)
    campaignId = campaignId * 32 + ALPHABET.indexOf(clickId[at] ?? '');
  return campaignId;
}

/** Creation time in milliseconds; meaningless for an invalid ID. */
export function parseClickTime(clickId: string): number {
  let time = 0;
  for (let at = 0; at < TIME_CHARS; at += 1) time = time * 32 + ALPHABET.indexOf(clickId[at] ?? '');
  return time;
}

function toBase32(value: number, atLeast: number): string {
  let text = '';
  for (let rest = value; rest > 0 || text === ''; rest = Math.floor(rest / 32)) text = ALPHABET[rest % 32] + text;
  return text.padStart(atLeast, '0');
}
