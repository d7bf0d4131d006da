import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Logger } from 'pino';

interface Options {
  /** As it stands in the log: `tracker`, `statistics process`. */
  name: string;
  /** With an IPC channel: the process ends when the channel closes, so it never outlives this one. */
  spawn(): ChildProcess;
  /** True when this exit is final and the process is not to be started again. */
  isFinal?(code: number | null): boolean;
  log: Logger;
  stopPatienceMs: number;
}

export interface SupervisedProcess {
  child(): ChildProcess | undefined;
  stop(): Promise<void>;
}

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;
/** Whoever lived this long did not fail at its start, so the next start need not wait. */
const STEADY_AFTER_MS = 30_000;

/** The native ClickHouse takes Ctrl-C for itself and ends at once, which costs it nothing that was acknowledged. */
const INTERRUPTED_PAUSE_MS = 3_000;

/** Keeps a child process running: when it ends, it is started again, after a longer pause each time it fails early. */
export function supervise({ name, spawn, isFinal, log, stopPatienceMs }: Options): SupervisedProcess {
  let child: ChildProcess | undefined;
  let restart: NodeJS.Timeout | undefined;
  let pause = FIRST_PAUSE_MS;
  let isStopping = false;

  function start(): void {
    const startedAt = Date.now();
    const started = spawn();
    child = started;
    started.once('error', (error) => {
      log.error({ err: error }, `${name} cannot be started`);
      if (started.pid === undefined) ended(startedAt, null, null); // no exit event follows
    });
    started.once('exit', (code, signal) => ended(startedAt, code, signal));
  }

  function ended(startedAt: number, code: number | null, signal: string | null): void {
    child = undefined;
    if (isStopping || isFinal?.(code)) return;
    if (Date.now() - startedAt > STEADY_AFTER_MS) pause = FIRST_PAUSE_MS;
    const tell = () => log.error({ code, signal }, `${name} ended, restarting`);
    if (signal !== 'SIGINT') {
      tell();
      restart = setTimeout(start, pause);
    } else {
      // Ctrl-C, which reached this program too: most likely it is about to stop the process itself.
      restart = setTimeout(() => {
        tell();
        start();
      }, INTERRUPTED_PAUSE_MS);
    }
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
  }

  start();
  return {
    child: () => child,
    async stop() {
      isStopping = true;
      clearTimeout(restart);
      const leaving = child;
      if (!leaving) return;
      const forced = setTimeout(() => leaving.kill('SIGKILL'), stopPatienceMs);
      const exited = once(leaving, 'exit');
      if (leaving.connected) leaving.disconnect();
      else leaving.kill('SIGKILL');
      await exited;
      clearTimeout(forced);
    },
  };
}
