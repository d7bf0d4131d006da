import type { Logger } from 'pino';

export interface BackgroundLoop {
  /** Starts the next iteration now: there is new work. */
  wake(): void;
  /** Resolves after the current iteration. */
  stop(): Promise<void>;
}

interface LoopOptions {
  /** Log message when an iteration fails. */
  failure: string;
  log: Logger;
  /** Resolves to true when there may be more work right away. */
  iterate: (signal: AbortSignal) => Promise<boolean>;
}

const POLL_INTERVAL_MS = 1_000;
const BACKOFF_MIN_MS = 100;
const BACKOFF_MAX_MS = 5_000;
/** Databases are unavailable for a while when they restart, so short failures are not warnings. */
const WARN_AFTER_MS = 30_000;

/** Repeats the iteration while there is work, then when woken or once a second; backs off while it fails. */
export function runLoop({ failure, log, iterate: round }: LoopOptions): BackgroundLoop {
  const stopping = new AbortController();
  const { signal } = stopping;
  let isDue = false;
  let wake: () => void = () => undefined;

  const sleepUntilWoken = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  async function run(): Promise<void> {
    let failingSince: number | undefined;
    for (let pause = BACKOFF_MIN_MS; !signal.aborted; ) {
      try {
        isDue = false;
        const hasMore = await round(signal);
        pause = BACKOFF_MIN_MS;
        failingSince = undefined;
        if (!hasMore && !isDue && !signal.aborted) await sleepUntilWoken(POLL_INTERVAL_MS);
      } catch (error) {
        if (signal.aborted) return;
        failingSince ??= performance.now();
        const level = performance.now() - failingSince > WARN_AFTER_MS ? 'warn' : 'debug';
        log[level]({ err: error }, `${failure}, retrying`);
        const until = performance.now() + pause;
        while (!signal.aborted && performance.now() < until) await sleepUntilWoken(until - performance.now());
        pause = Math.min(pause * 2, BACKOFF_MAX_MS);
      }
    }
  }

  const done = run();
  return {
    wake() {
      isDue = true;
      wake();
    },
    async stop() {
      stopping.abort();
      wake();
      await done;
    },
  };
}
