/**
 * Work that several want at the same time is done once for them all. It begins when a moment has passed without anybody
 * coming, or without a moment when everything that has arrived is read; so none is told what was true before they asked.
 */
export function createGathering<T>(momentMs?: number): (key: string, work: () => Promise<T>) => Promise<T> {
  const waiting = new Map<string, { timer: NodeJS.Timeout | undefined; done: Promise<T> }>();
  return (key, work) => {
    const known = waiting.get(key);
    if (known) {
      known.timer?.refresh();
      return known.done;
    }
    let begin = () => {};
    const done = new Promise<void>((resolve) => {
      begin = resolve;
    }).then(() => {
      waiting.delete(key);
      return work();
    });
    const timer = momentMs === undefined ? undefined : setTimeout(begin, momentMs);
    if (!timer) setImmediate(begin);
    waiting.set(key, { timer, done });
    return done;
  };
}
