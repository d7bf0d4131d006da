const HEARTBEAT_MS = 25_000;
/** A stream ends now and then, so that a client has to show its token again. */
const LIFE_MS = 10 * 60_000;

interface Listener {
  /** What of a value they are shown. */
  shown: (value: unknown) => unknown;
  /** Asked before anything is sent: who was let in may have been shut out since. */
  isWelcome: () => Promise<boolean>;
  signal: AbortSignal;
}

/** Values as server-sent events, with a comment line now and then so that proxies keep the connection. */
export async function* eventStream(
  values: AsyncIterable<unknown>,
  { shown, isWelcome, signal }: Listener,
): AsyncGenerator<string> {
  const iterator = values[Symbol.asyncIterator]();
  const end = Date.now() + LIFE_MS;
  let next = iterator.next();
  try {
    while (!signal.aborted && Date.now() < end) {
      const rest = pause(HEARTBEAT_MS, signal);
      const winner = await Promise.race([next, rest.over]);
      rest.cancel();
      if (signal.aborted || !(await isWelcome())) return;
      if (winner === undefined) {
        yield ':\n\n';
        continue;
      }
      if (winner.done) return;
      yield `data: ${JSON.stringify(shown(winner.value))}\n\n`;
      next = iterator.next();
    }
  } finally {
    // Not waited for: it may be waiting itself for a value that comes only when something changes.
    void iterator.return?.().catch(() => undefined);
  }
}

/** Over after a while, or as soon as nobody listens any more. */
function pause(milliseconds: number, signal: AbortSignal): { over: Promise<undefined>; cancel: () => void } {
  let finish = (): void => {};
  const over = new Promise<undefined>((resolve) => {
    finish = () => resolve(undefined);
  });
  const cancel = () => {
    clearTimeout(timer);
    signal.removeEventListener('abort', cancel);
    finish();
  };
  const timer = setTimeout(cancel, milliseconds);
  signal.addEventListener('abort', cancel);
  return { over, cancel };
}
