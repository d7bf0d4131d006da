/**
 * Runs work once for all concurrent calls with the same key. It starts when no call has come for `delayMs`, or without
 * a delay once all pending input is read, so no caller gets a result older than its call.
 */
export function createBatcher<T>(delayMs?: number): (key: string, work: () => Promise<T>) => Promise<T> {
  const waiting = new Map<string, { timer: NodeJS.Timeout | undefined; done: Promise<T> }>();
  return (key, work) => {
    const pending = waiting.get(key);
    if (pending) {
      pending.timer?.refresh();
      return pending.done;
    }
    let start = () => {};
    const done = new Promise<void>((resolve) => {
      start = resolve;
    }).then(() => {
      waiting.delete(key);
      return work();
    });
    const timer = delayMs === undefined ? undefined : setTimeout(start, delayMs);
    if (!timer) setImmediate(start);
    waiting.set(key, { timer, done });
    return done;
  };
}
