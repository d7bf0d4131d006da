import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '@poklik/child-processes/free-port';
import { until } from '../test-tracker.ts';
import { killProcessesOn } from './processes.ts';
import { programArgs } from './program.ts';

export const OPERATOR = { email: 'operator@poklik.test', password: 'a long enough passphrase' };

export interface Answer {
  status: number;
  body: { code?: string; [field: string]: unknown };
  headers: Headers;
  ms: number;
}

export interface RunningProgram {
  dataDir: string;
  port: number;
  ask(method: string, path: string, body?: object, token?: string): Promise<Answer>;
  stop(): Promise<number | null>;
}

/** The program as a separate process, with an operator and without ClickHouse. */
export async function startProgram(dataDir: string, settings: Record<string, string> = {}): Promise<RunningProgram> {
  const port = settings.PORT === undefined ? await freePort() : Number(settings.PORT);
  const { PATH, HOME } = process.env;
  const program = spawn(process.execPath, programArgs(), {
    env: {
      ...{ PATH, HOME, DATA_DIR: dataDir, PORT: String(port), HOST: '127.0.0.1', LOG_LEVEL: 'fatal' },
      ...{ SUPER_ADMIN_EMAIL: OPERATOR.email, SUPER_ADMIN_PASSWORD: OPERATOR.password },
      ...{ PASSWORD_MEMORY_KIB: '64', PASSWORD_PASSES: '1', CLICKHOUSE_URL: 'http://127.0.0.1:9' },
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exited = once(program, 'exit');
  const hasExited = () => program.exitCode !== null || program.signalCode !== null;

  async function ask(method: string, path: string, body?: object, token?: string): Promise<Answer> {
    const began = performance.now();
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(60_000),
    });
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.includes('json');
    const ms = performance.now() - began;
    return { status: answer.status, headers: answer.headers, body: isJson ? JSON.parse(text) : {}, ms };
  }

  const isUp = async () => (await ask('GET', '/v1/register')).status === 200;
  await until(async () => hasExited() || (await isUp().catch(() => false)), 120_000);
  if (hasExited()) throw new Error(`the program did not start: it ended with ${program.exitCode}`);
  return {
    dataDir,
    port,
    ask,
    async stop() {
      program.kill('SIGTERM');
      const [code] = await exited;
      await killProcessesOn(dataDir);
      return code as number | null;
    },
  };
}
