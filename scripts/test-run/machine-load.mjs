// How much of the processor was left for the tests, so that a busy machine is not taken for slow code.
import { readFileSync } from 'node:fs';

const IDLE_FIELDS = [3, 4];
const COUNTED_FIELDS = 8;
/** User and system time of this process and of its children that have ended. */
const OWN_FIELDS = { from: 13, to: 17 };

/** Clock ticks since the start of the machine, or nothing where the system doesn't count them. */
function readTicks() {
  try {
    const all = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0].split(/\s+/).slice(1).map(Number);
    // The second field is the name of the program, which may contain spaces.
    const own = readFileSync('/proc/self/stat', 'utf8')
      .replace(/\(.*\)/, 'node')
      .split(' ')
      .map(Number);
    return {
      total: sum(all.slice(0, COUNTED_FIELDS)),
      idle: sum(IDLE_FIELDS.map((field) => all[field])),
      own: sum(own.slice(OWN_FIELDS.from, OWN_FIELDS.to)),
    };
  } catch {
    return undefined;
  }
}

const sum = (values) => values.reduce((total, value) => total + value, 0);

/** The share of the processor used by other programs and other guests of the host, from 0 to 1. */
export function busyShare(before, after) {
  if (!before || !after) return 0;
  const total = after.total - before.total;
  const others = total - (after.idle - before.idle) - (after.own - before.own);
  return total > 0 ? Math.min(Math.max(others / total, 0), 1) : 0;
}

/** Starts measuring; the returned function gives the share so far. */
export function watchOtherLoad() {
  const before = readTicks();
  return () => busyShare(before, readTicks());
}
