import { readdirSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

/**
 * Nice values: redirects come first, then screens and the API, then statistics. The tracker keeps the one that the program
 * was started with.
 */
export const PRIORITIES = { api: 5, statistics: 10 } as const;

export function lowerPriority(pid: number, priority: number): void {
  for (const thread of threadsOf(pid)) {
    try {
      if (getPriority(thread) < priority) setPriority(thread, priority);
    } catch {
      // It has ended already, or this system has no priorities.
    }
  }
}

/** On Linux each thread has a priority of its own, which threads and processes it starts inherit. */
function threadsOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number);
  } catch {
    return [pid];
  }
}
