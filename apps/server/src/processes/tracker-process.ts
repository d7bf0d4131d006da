import { spawn } from 'node:child_process';
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
  /** Resolves when the public port is served; rejects with a message for the operator. */
  listening: Promise<void>;
  /** Why it cannot redirect or record, if so. */
  problem(): string | undefined;
  connectTo(databaseUrl: string): void;
  setVisitorKey(key: string): void;
  setCertificateKey(key: string): void;
  stop(): Promise<void>;
}

/** Longer than the tracker needs to finish open requests. */
const STOP_TIMEOUT_MS = 15_000;

/** Runs the tracker in its own process, so the API and the worker cannot block its event loop or threads. */
export function startTrackerProcess({ port, logFormat, apiSocket, log }: Options): TrackerProcess {
  const { program, args } = programCommand();
  /** Sent again to a tracker that was restarted. */
  const messages: ParentMessage[] = [];
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
      const child = spawn(program, [...args, ...childArguments(apiSocket)], {
        env: trackerEnvironment({ PORT: String(port), LOG_FORMAT: logFormat }),
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      });
      child.on('message', (message: ChildMessage | object) => {
        if ('listening' in message) listeningSettlers.resolve();
        else if ('failed' in message) listeningSettlers.reject(new Error(message.failed));
        else if ('problem' in message) problem = message.problem ?? undefined;
      });
      child.once('exit', () => {
        problem = 'not running';
      });
      for (const message of messages) child.send(message);
      return child;
    },
  });

  const send = (message: ParentMessage) => {
    messages.push(message);
    const child = process.child();
    if (child?.connected) child.send(message);
  };

  return {
    listening,
    problem: () => problem,
    connectTo: (databaseUrl) => send({ databaseUrl }),
    setVisitorKey: (visitorKey) => send({ visitorKey }),
    setCertificateKey: (certificateKey) => send({ certificateKey }),
    stop: () => process.stop(),
  };
}
