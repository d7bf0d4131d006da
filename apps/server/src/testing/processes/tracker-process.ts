import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '@poklik/child-processes/free-port';
import { sendRequest, until } from '../test-tracker.ts';
import { programArgs, shiftedBy } from './program.ts';

export interface TrackerProcess {
  port: number;
  /** Resolves to its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

const START_PATIENCE_MS = 60_000;

/** Starts the program as a standalone tracker. */
export async function startTrackerProcess(env: Record<string, string>, clockFile?: string): Promise<TrackerProcess> {
  const port = Number(env.PORT ?? (await freePort()));
  const shift = clockFile === undefined ? [] : shiftedBy(clockFile);
  const child: ChildProcess = spawn(process.execPath, programArgs(shift), {
    env: { ...process.env, ROLES: 'tracker', PORT: String(port), HOST: '127.0.0.1', LOG_LEVEL: 'fatal', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exited = once(child, 'exit');
  const answers = () =>
    sendRequest(port, '/v1/health').then(
      ({ status }) => status === 200,
      () => false,
    );
  let isOver = false;
  void exited.then(() => {
    isOver = true;
  });
  await until(async () => isOver || (await answers()), START_PATIENCE_MS);
  if (isOver) throw new Error('the tracker did not start');
  return {
    port,
    async stop(signal = 'SIGTERM') {
      if (!isOver) child.kill(signal);
      const [code] = await exited;
      return code as number | null;
    },
  };
}
