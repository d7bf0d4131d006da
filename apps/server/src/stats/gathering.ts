/**
 * Work that several want at the same time is done once for them all. It begins when a moment has passed without anybody
 * coming, so none is told what was true before they asked.
 */
export function createGathering<T>(momentMs: number): (key: string, work: () => Promise<T>) => Promise<T> {
  const waiting = new Map<string, { timer: NodeJS.Timeout; done: Promise<T> }>();
  return (key, work) => {
    const known = waiting.get(key);
    if (known) {
      known.timer.refresh();
      return known.done;
    }
    let begin = () => {};
    const done = new Promise<void>((resolve) => {
      begin = resolve;
    }).then(() => {
      waiting.delete(key);
      return work();
    });
    waiting.set(key, { timer: setTimeout(begin, momentMs), done });
    return done;
  };
}
