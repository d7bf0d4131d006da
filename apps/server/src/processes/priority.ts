import { readdirSync } from 'node:fs';
import { setPriority } from 'node:os';

/**
 * Visitors come first, then whoever looks at a screen, then whoever waits for figures: where there is work for everybody,
 * the higher number waits. The tracker keeps the priority that the program was started with.
 */
export const PRIORITIES = { api: 5, statistics: 10 } as const;

export function lowerPriority(pid: number, priority: number): void {
  for (const thread of threadsOf(pid)) {
    try {
      setPriority(thread, priority);
    } catch {
      // It has ended already, or was started with an even lower one, or this system knows no priorities.
    }
  }
}

/** On Linux each thread has a priority of its own, and hands it on to those that it starts. */
function threadsOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number);
  } catch {
    return [pid];
  }
}
