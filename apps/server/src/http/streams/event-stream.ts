const HEARTBEAT_MS = 25_000;
/** Streams end now and then, so that clients authenticate again. */
const MAX_DURATION_MS = 10 * 60_000;

interface Listener {
  /** The part of a value that the listener may see. */
  shown: (value: unknown) => unknown;
  /** Checked before every event: access may have been revoked. */
  hasAccess: () => Promise<boolean>;
  signal: AbortSignal;
}

/** Values as server-sent events, with a comment now and then to keep the connection open. */
export async function* eventStream(
  values: AsyncIterable<unknown>,
  { shown, hasAccess, signal }: Listener,
): AsyncGenerator<string> {
  const iterator = values[Symbol.asyncIterator]();
  const end = performance.now() + MAX_DURATION_MS;
  let next = iterator.next();
  try {
    while (!signal.aborted && performance.now() < end) {
      const rest = pause(HEARTBEAT_MS, signal);
      const winner = await Promise.race([next, rest.over]);
      rest.cancel();
      if (signal.aborted || !(await hasAccess())) return;
      if (winner === undefined) {
        yield ':\n\n';
        continue;
      }
      if (winner.done) return;
      yield `data: ${JSON.stringify(shown(winner.value))}\n\n`;
      next = iterator.next();
    }
  } finally {
    // Not awaited: the source may be waiting for a change itself.
    void iterator.return?.().catch(() => undefined);
  }
}

/** Resolves after a while, or when the client disconnects. */
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
