import { readdirSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

/** Gives a process at least this nice value. */
export function lowerPriority(pid: number, priority: number): void {
  for (const thread of threadsOf(pid)) {
    try {
      if (getPriority(thread) < priority) setPriority(thread, priority);
    } catch {
      // It has ended already, or this system has no priorities.
    }
  }
}

/** On Linux each thread has its own priority, which its child threads and processes inherit. */
function threadsOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number);
  } catch {
    return [pid];
  }
}
