/** A conversion, or several with the same history, in steps of time. */
export interface Delayed {
  /** From the click to the report. */
  delay: number;
  /** From the click to now; a longer delay could not have been seen yet. */
  age: number;
  count: number;
}

/** The share of the conversions of a click that are due at its age. */
export type DelayCurve = (age: number) => number;

/**
 * The product-limit estimate for right-truncated data (Lagakos, Barraj and De Gruttola, 1988). Recent clicks show only their
 * quick conversions, so each delay is compared with the conversions whose clicks are old enough to have shown it.
 */
export function delayCurve(seen: readonly Delayed[]): DelayCurve {
  const longest = seen.reduce((max, { delay }) => Math.max(max, delay), -1);
  if (longest < 0) return () => 1;
  const byDelay = new Float64Array(longest + 1);
  const byAge = new Float64Array(longest + 1);
  for (const { delay, age, count } of seen) {
    byDelay[delay] = (byDelay[delay] ?? 0) + count;
    // Ages above the longest delay never leave the comparison.
    if (age < longest) byAge[age] = (byAge[age] ?? 0) + count;
  }
  const compared = new Float64Array(longest + 1);
  let inView = 0;
  for (let delay = 0; delay <= longest; delay += 1) {
    inView += byDelay[delay] ?? 0;
    compared[delay] = inView;
    inView -= byAge[delay] ?? 0;
  }
  const due = new Float64Array(longest + 1);
  let share = 1;
  for (let delay = longest; delay >= 0; delay -= 1) {
    due[delay] = share;
    // One more than compared: a single slow conversion must not say that no quick one exists.
    share *= 1 - (byDelay[delay] ?? 0) / ((compared[delay] ?? 0) + 1);
  }
  return (age) => (age < 0 ? 0 : (due[Math.min(Math.floor(age), longest)] ?? 1));
}

/** Conversions of the set that a target's own curve is mixed with. */
export const SHARED_CONVERSIONS = 20;

/** A target's curve, closer to that of its set the fewer conversions it has. */
export function sharedCurve(own: readonly Delayed[], ofSet: DelayCurve): DelayCurve {
  const count = own.reduce((sum, each) => sum + each.count, 0);
  const curve = delayCurve(own);
  return (age) => (count * curve(age) + SHARED_CONVERSIONS * ofSet(age)) / (count + SHARED_CONVERSIONS);
}
