import { randomBytes } from 'node:crypto';

/**
 * Segments are numbered, never named after the time: a clock may be set back, and what is written later has to sort
 * later. The letter sorts after the digits with which older releases began their names.
 */
const NUMBERED = /^s(\d{12})-[0-9a-f]+$/;

/** The name after all of those: later in order, and like no other on any machine. */
export function nameSegment(present: readonly string[]): string {
  const latest = present.reduce((highest, name) => Math.max(highest, Number(NUMBERED.exec(name)?.[1] ?? 0)), 0);
  return `s${String(latest + 1).padStart(12, '0')}-${randomBytes(8).toString('hex')}`;
}

/** Whether whoever wrote the first has gone on to the second: a folder has one writer, and each segment a higher number. */
export const isLeftFor = (segment: string, other: string): boolean => NUMBERED.test(other) && other > segment;
