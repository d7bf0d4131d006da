/** About half a millisecond of work. */
const ROWS_AT_A_TIME = 256;
const MOMENT_MS = 0.01;
const nobodyWakesIt = new Int32Array(new SharedArrayBuffer(4));
let rows = 0;

/**
 * Called for each row of a long loop. Low priority alone does not free the CPU at once when a visitor comes: the
 * scheduler may wait milliseconds for its next tick. So the thread sleeps briefly every now and then.
 */
export function giveWay(): void {
  rows += 1;
  if (rows % ROWS_AT_A_TIME === 0) Atomics.wait(nobodyWakesIt, 0, 0, MOMENT_MS);
}
