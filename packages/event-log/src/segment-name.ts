import { randomBytes } from 'node:crypto';

/**
 * Segments are numbered, not named by time: a clock may be set back, and later segments must sort later. The prefix
 * sorts after the digits of older releases' names.
 */
const NUMBERED = /^s(\d{12})-[0-9a-f]+$/;

/** A name that sorts after all others and is unique on any machine. */
export function nameSegment(present: readonly string[]): string {
  const latest = present.reduce((highest, name) => Math.max(highest, Number(NUMBERED.exec(name)?.[1] ?? 0)), 0);
  return `s${String(latest + 1).padStart(12, '0')}-${randomBytes(8).toString('hex')}`;
}

/** Whether the writer has moved on to another segment: a folder has one writer, and numbers only grow. */
export const isSuperseded = (segment: string, other: string): boolean => NUMBERED.test(other) && other > segment;
