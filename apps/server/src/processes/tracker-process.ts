import type { ChildProcess } from 'node:child_process';
import cluster from 'node:cluster';
import { supervise } from '@poklik/child-processes/supervise';
import type { Logger } from 'pino';
import { trackerEnvironment } from '../config.ts';
import { type ChildMessage, childArguments, type ParentMessage } from './parent.ts';
import { programCommand } from './program-command.ts';

interface Options {
  port: number;
  logFormat: string;
  /** Where the API will listen, if there is one. */
  apiSocket: string | undefined;
  log: Logger;
}

export interface TrackerProcess {
  /** Resolves when the public ports are served; rejects with a message for the operator. */
  listening: Promise<void>;
  isRunning(): boolean;
  /** Why it cannot redirect or record, if so. */
  problem(): string | undefined;
  /** Sent again after a restart. */
  send(message: ParentMessage): void;
  stop(): Promise<void>;
}

/** Longer than the tracker needs to finish open requests. */
const STOP_TIMEOUT_MS = 15_000;

/** Runs a tracker in its own process, so the API and the worker cannot block its event loop or threads. */
export function startTrackerProcess({ port, logFormat, apiSocket, log }: Options): TrackerProcess {
  const messages: ParentMessage[] = [];
  /** What is sent to a process of a cluster before it listens for messages is lost. */
  let isStarted = false;
  let problem: string | undefined = 'starting';
  let listeningSettlers: { resolve: () => void; reject: (error: Error) => void };
  const listening = new Promise<void>((resolve, reject) => {
    listeningSettlers = { resolve, reject };
  });
  listening.catch(() => undefined);

  const process = supervise({
    name: 'tracker',
    log,
    stopTimeoutMs: STOP_TIMEOUT_MS,
    spawn() {
      const child = forkTracker(childArguments(apiSocket), { PORT: String(port), LOG_FORMAT: logFormat });
      child.on('message', (message: ChildMessage | object) => {
        if ('started' in message) {
          isStarted = true;
          for (const each of messages) child.send(each);
        } else if ('listening' in message) listeningSettlers.resolve();
        else if ('failed' in message) listeningSettlers.reject(new Error(message.failed));
        else if ('problem' in message) problem = message.problem ?? undefined;
      });
      child.once('exit', () => {
        problem = 'not running';
        isStarted = false;
      });
      return child;
    },
  });

  return {
    listening,
    isRunning: () => process.child() !== undefined,
    problem: () => problem,
    send(message) {
      messages.push(message);
      const child = process.child();
      if (isStarted && child?.connected) child.send(message);
    },
    stop: () => process.stop(),
  };
}

/** All trackers get the same listening sockets from this process, and accept connections themselves. */
function forkTracker(childArgs: readonly string[], own: Parameters<typeof trackerEnvironment>[0]): ChildProcess {
  const { program, args } = programCommand();
  // With round-robin, every connection would wait for this process.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({
    execArgv: args.slice(0, -1),
    exec: args.at(-1) ?? program,
    args: [...childArgs],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  return cluster.fork(trackerEnvironment(own)).process;
}
