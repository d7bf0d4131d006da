import { spawn } from 'node:child_process';
import type { Logger } from 'pino';
import { trackerEnvironment } from '../config.ts';
import { ownProgram } from './own-program.ts';
import { childArguments, type FromChild, type ToChild } from './parent.ts';
import { supervise } from './supervised-process.ts';

interface Options {
  port: number;
  logFormat: string;
  /** Where the api is going to listen, if there is one. */
  apiSocket: string | undefined;
  log: Logger;
}

export interface TrackerProcess {
  /** Resolves once the public port is served; rejects with a sentence for the operator when it cannot be. */
  listening: Promise<void>;
  /** What keeps it from redirecting and recording, if anything does. */
  problem(): string | undefined;
  connectTo(databaseUrl: string): void;
  stop(): Promise<void>;
}

/** Longer than the tracker takes to finish what it is answering. */
const STOP_PATIENCE_MS = 15_000;

/** The tracker in a process of its own: nothing that the api or the worker does takes its event loop or its threads. */
export function startTrackerProcess({ port, logFormat, apiSocket, log }: Options): TrackerProcess {
  const { program, args } = ownProgram();
  let database: string | undefined;
  let problem: string | undefined = 'starting';
  let settle: { resolve: () => void; reject: (error: Error) => void };
  const listening = new Promise<void>((resolve, reject) => {
    settle = { resolve, reject };
  });
  listening.catch(() => undefined);

  const process = supervise({
    name: 'tracker',
    log,
    stopPatienceMs: STOP_PATIENCE_MS,
    spawn() {
      const child = spawn(program, [...args, ...childArguments(apiSocket)], {
        env: trackerEnvironment({ PORT: String(port), LOG_FORMAT: logFormat }),
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      });
      child.on('message', (message: FromChild) => {
        if ('listening' in message) settle.resolve();
        else if ('failed' in message) settle.reject(new Error(message.failed));
        else problem = message.problem ?? undefined;
      });
      child.once('exit', () => {
        problem = 'not running';
      });
      if (database) child.send({ databaseUrl: database } satisfies ToChild);
      return child;
    },
  });

  return {
    listening,
    problem: () => problem,
    connectTo(databaseUrl) {
      database = databaseUrl;
      const child = process.child();
      if (child?.connected) child.send({ databaseUrl } satisfies ToChild);
    },
    stop: () => process.stop(),
  };
}
