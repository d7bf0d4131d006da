import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Logger } from 'pino';

interface Options {
  /** As in the log: `tracker`, `ingest`. */
  name: string;
  /** With an IPC channel: the process ends when the channel closes, so it never outlives this one. */
  spawn(): ChildProcess;
  /** True when the process must not be restarted after this exit. */
  isFinal?(code: number | null): boolean;
  log: Logger;
  stopTimeoutMs: number;
}

/** Of this process, and running, with their names. */
const children = new Map<ChildProcess, string>();
export const listChildProcesses = (names: readonly string[]): ChildProcess[] =>
  [...children].flatMap(([child, name]) => (names.includes(name) ? [child] : []));

export interface SupervisedProcess {
  child(): ChildProcess | undefined;
  stop(): Promise<void>;
}

const BACKOFF_MIN_MS = 100;
const BACKOFF_MAX_MS = 5_000;
/** A process that ran this long did not fail at its start, so the backoff is reset. */
const STABLE_AFTER_MS = 30_000;

/** The native ClickHouse handles Ctrl-C itself and exits at once; acknowledged data is safe. */
const INTERRUPTED_DELAY_MS = 3_000;

/** Keeps a child process running: restarts it when it ends, with backoff when it fails early. */
export function supervise({ name, spawn, isFinal, log, stopTimeoutMs: stopPatienceMs }: Options): SupervisedProcess {
  let child: ChildProcess | undefined;
  let restart: NodeJS.Timeout | undefined;
  let pause = BACKOFF_MIN_MS;
  let isStopping = false;

  function start(): void {
    const startedAt = performance.now();
    const started = spawn();
    child = started;
    children.set(started, name);
    started.once('exit', () => children.delete(started));
    started.once('error', (error) => {
      if (started.pid === undefined) children.delete(started);
      log.error({ err: error }, `${name} failed to start`);
      if (started.pid === undefined) onExit(startedAt, null, null); // no exit event follows
    });
    started.once('exit', (code, signal) => onExit(startedAt, code, signal));
  }

  function onExit(startedAt: number, code: number | null, signal: string | null): void {
    child = undefined;
    if (isStopping || isFinal?.(code)) return;
    if (performance.now() - startedAt > STABLE_AFTER_MS) pause = BACKOFF_MIN_MS;
    const logRestart = () => log.error({ code, signal }, `${name} ended, restarting`);
    if (signal !== 'SIGINT') {
      logRestart();
      restart = setTimeout(start, pause);
    } else {
      // Ctrl-C reached this program too, which is most likely about to stop the child itself.
      restart = setTimeout(() => {
        logRestart();
        start();
      }, INTERRUPTED_DELAY_MS);
    }
    pause = Math.min(pause * 2, BACKOFF_MAX_MS);
  }

  start();
  return {
    child: () => child,
    async stop() {
      isStopping = true;
      clearTimeout(restart);
      const stopped = child;
      if (!stopped) return;
      const forced = setTimeout(() => stopped.kill('SIGKILL'), stopPatienceMs);
      const exited = once(stopped, 'exit');
      if (stopped.connected) stopped.disconnect();
      else stopped.kill('SIGKILL');
      await exited;
      clearTimeout(forced);
    },
  };
}
