import type { Logger } from 'pino';

export interface Doing {
  /** There is something new to do. */
  wake(): void;
  /** Ends after the round that is under way. */
  stop(): Promise<void>;
}

interface Habit {
  /** What cannot be done when a round fails, for the log. */
  failure: string;
  log: Logger;
  /** True when there may be more to do at once. */
  round: (signal: AbortSignal) => Promise<boolean>;
}

const LOOK_EVERY_MS = 1_000;
const PAUSE_FIRST_MS = 100;
const PAUSE_LONGEST_MS = 5_000;
/** A store that starts or restarts is away for a while, which is no reason to warn. */
const WARN_AFTER_MS = 30_000;

/** One round after another while there is something to do, then when woken or after a while; ever more rarely while it fails. */
export function keepDoing({ failure, log, round }: Habit): Doing {
  const stopping = new AbortController();
  const { signal } = stopping;
  let isDue = false;
  let wake: () => void = () => undefined;

  const rest = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  async function run(): Promise<void> {
    let failingSince: number | undefined;
    for (let pause = PAUSE_FIRST_MS; !signal.aborted; ) {
      try {
        isDue = false;
        const hasMore = await round(signal);
        pause = PAUSE_FIRST_MS;
        failingSince = undefined;
        if (!hasMore && !isDue && !signal.aborted) await rest(LOOK_EVERY_MS);
      } catch (error) {
        if (signal.aborted) return;
        failingSince ??= performance.now();
        const level = performance.now() - failingSince > WARN_AFTER_MS ? 'warn' : 'debug';
        log[level]({ err: error }, `${failure}, trying again`);
        const until = performance.now() + pause;
        while (!signal.aborted && performance.now() < until) await rest(until - performance.now());
        pause = Math.min(pause * 2, PAUSE_LONGEST_MS);
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
