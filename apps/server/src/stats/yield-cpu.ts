/** About half a millisecond of work. */
const ROWS_PER_YIELD = 256;
const YIELD_MS = 0.01;
const sleepCell = new Int32Array(new SharedArrayBuffer(4));
let rows = 0;

/**
 * Called for each row of a long loop. Low priority alone does not free the CPU at once when a visitor comes: the
 * scheduler may wait milliseconds for its next tick. So the thread sleeps briefly every now and then.
 */
export function yieldCpu(): void {
  rows += 1;
  if (rows % ROWS_PER_YIELD === 0) Atomics.wait(sleepCell, 0, 0, YIELD_MS);
}
