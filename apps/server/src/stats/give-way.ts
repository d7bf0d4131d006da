/** Half a millisecond's work, or a little more. */
const ROWS_AT_A_TIME = 256;
const MOMENT_MS = 0.01;
const nobodyWakesIt = new Int32Array(new SharedArrayBuffer(4));
let rows = 0;

/**
 * To be called for each row of a long work. A low priority alone does not make the system take the processor away at
 * once when a visitor comes: it may wait for the next tick of its clock, which is milliseconds away. So this thread
 * leaves it by itself every now and then, for as short a time as there is.
 */
export function giveWay(): void {
  rows += 1;
  if (rows % ROWS_AT_A_TIME === 0) Atomics.wait(nobodyWakesIt, 0, 0, MOMENT_MS);
}
