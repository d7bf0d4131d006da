import { useEffect, useMemo, useState } from 'react';
import { type TimeZoneChoice, timeZoneChoice, timeZones } from './time-zones.ts';

/** At a time: so little that nobody notices who presses something just then. */
const SLICE_MS = 8;

let found: TimeZoneChoice[] | undefined;

/**
 * Every zone with its offset; `kept` is there from the start, and also if the browser does not know it. Some four hundred
 * offsets take a tenth of a second and more, so they are worked out while the browser has nothing else to do.
 */
export function useTimeZones(kept: string): TimeZoneChoice[] {
  const [all, setAll] = useState(found);
  useEffect(() => {
    if (all) return;
    return computeInSlices((choices) => {
      found = choices;
      setAll(choices);
    });
  }, [all]);
  return useMemo(() => {
    if (all?.some(({ value }) => value === kept)) return all;
    return [timeZoneChoice(kept, new Date()), ...(all ?? [])];
  }, [all, kept]);
}

function computeInSlices(onEnd: (choices: TimeZoneChoice[]) => void): () => void {
  const zones = timeZones();
  const choices: TimeZoneChoice[] = [];
  const goOn = (): void => {
    const now = new Date();
    const end = performance.now() + SLICE_MS;
    do choices.push(timeZoneChoice(zones[choices.length] ?? 'UTC', now));
    while (choices.length < zones.length && performance.now() < end);
    if (choices.length < zones.length) stop = whenIdle(goOn);
    else onEnd(choices);
  };
  let stop = whenIdle(goOn);
  return () => stop();
}

/** Returns a function that cancels it. Not every browser has idle callbacks. */
function whenIdle(work: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const request = requestIdleCallback(work);
    return () => cancelIdleCallback(request);
  }
  const timer = setTimeout(work);
  return () => clearTimeout(timer);
}
