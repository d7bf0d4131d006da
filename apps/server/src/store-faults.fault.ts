import { execFileSync } from 'node:child_process';
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { findPostmaster } from './stores/embedded-postgres/postmaster.ts';
import { type Answer, OPERATOR, type RunningProgram, startProgram } from './testing/processes/running-program.ts';

const isRoot = process.platform === 'linux' && process.getuid?.() === 0;
const MEGABYTE = Buffer.alloc(1024 * 1024);

describe('the running program', { timeout: 300_000 }, () => {
  let on: RunningProgram;
  let folder: string;
  afterEach(async () => {
    await on.stop();
    await rm(folder, { recursive: true, force: true });
  }, 120_000);

  const login = () => on.ask('POST', '/v1/login', OPERATOR);
  const unavailable = ({ status, body, headers }: Answer) => [status, body.code, headers.get('retry-after') !== null];
  const UNAVAILABLE = [503, 'unavailable', true];

  /** A logged-in operator with a working link, and a customer whose balance they can change. */
  async function prepare() {
    const token = String((await login()).body.token);
    const campaign = { name: 'Known', default_url: 'https://shop.test/?c={click_id}' };
    const { data } = (await on.ask('POST', '/v1/companies', campaign, token)).body as {
      data: { tracking_url: string };
    };
    const customer = { email: 'customer@poklik.test', password: OPERATOR.password, name: 'Customer' };
    await on.ask('POST', '/v1/register', { ...customer, password_confirmation: customer.password });
    const users = (await on.ask('GET', '/v1/users?search=customer', undefined, token)).body.data as { id: number }[];
    const deposit = () =>
      on.ask('POST', `/v1/transactions/users/${users[0]?.id}/deposit`, { amount: '1.00', reason: 'trial' }, token);
    expect((await deposit()).status).toBeLessThan(300);
    const click = () => on.ask('GET', new URL(data.tracking_url).pathname);
    await expect.poll(async () => (await click()).status, { timeout: 30_000 }).toBe(302);
    return { token, deposit, click };
  }

  it.skipIf(process.platform !== 'linux')(
    'answers 503 within 5 s while PostgreSQL hangs, and links keep working',
    async () => {
      folder = await mkdtemp(join(tmpdir(), 'poklik-frozen-'));
      on = await startProgram(folder);
      const { token, deposit, click } = await prepare();
      const profile = () => on.ask('GET', '/v1/profile', undefined, token);
      const { pid = 0 } = (await findPostmaster(join(folder, 'postgres'))) ?? {};
      const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
      const signalAll = (signal: NodeJS.Signals) => {
        for (const one of [pid, ...children.trim().split(' ').map(Number)]) process.kill(one, signal);
      };
      signalAll('SIGSTOP');
      try {
        const [answers, clicks] = await Promise.all([
          Promise.all([profile(), login(), deposit(), on.ask('GET', '/v1/companies', undefined, token)]),
          Promise.all(Array.from({ length: 50 }, click)),
        ]);
        expect(answers.map(unavailable)).toEqual(answers.map(() => UNAVAILABLE));
        expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(5_000);
        expect(new Set(clicks.map(({ status }) => status))).toEqual(new Set([302]));
        expect(Math.max(...clicks.map(({ ms }) => ms))).toBeLessThan(1_000);
        expect((await on.ask('GET', '/v1/ready')).status).toBe(200);
      } finally {
        signalAll('SIGCONT');
      }
      await expect.poll(async () => (await profile()).status, { timeout: 20_000 }).toBe(200);
      expect([(await login()).status, (await deposit()).status < 300]).toEqual([200, true]);
    },
  );

  it.skipIf(!isRoot)(
    'answers 503 on a full disk and reports not ready (needs root to mount a small disk)',
    async () => {
      folder = await mkdtemp(join(tmpdir(), 'poklik-full-'));
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=512m', 'tmpfs', folder]);
      try {
        on = await startProgram(join(folder, 'data'));
        const { deposit, click } = await prepare();
        const ready = async () => (await on.ask('GET', '/v1/ready')).status;
        expect([await ready(), (await click()).headers.get('x-poklik-recorded')]).toEqual([200, null]);
        const ballast = await open(join(folder, 'ballast'), 'w');
        for (let block = MEGABYTE; block.length > 0; ) {
          const isWritten = await ballast.write(block).catch(() => undefined);
          if (!isWritten) block = block.subarray(0, block.length >> 1);
        }
        await ballast.close();

        const unrecorded = async () => [(await click()).status, (await click()).headers.get('x-poklik-recorded')];
        await expect.poll(unrecorded, { timeout: 10_000 }).toEqual([302, 'no']);
        // Each tracker finds out with a click of its own, so there are clicks on many connections.
        const readiness = async () => {
          await Promise.all(Array.from({ length: 20 }, click));
          const answer = await on.ask('GET', '/v1/ready');
          return [...unavailable(answer), answer.body.message];
        };
        await expect
          .poll(readiness, { timeout: 10_000 })
          .toEqual([...UNAVAILABLE, 'The click log cannot be written: clicks are redirected but not recorded.']);
        // Rows fit into existing pages until one is full.
        for (const change of [login, deposit]) {
          let answer = await change();
          for (let turn = 0; turn < 1_000 && answer.status < 300; turn += 1) answer = await change();
          expect(unavailable(answer)).toEqual(UNAVAILABLE);
        }

        await rm(join(folder, 'ballast'));
        await expect.poll(ready, { timeout: 30_000 }).toBe(200);
        await expect.poll(async () => (await click()).headers.get('x-poklik-recorded'), { timeout: 30_000 }).toBeNull();
        expect([(await login()).status, (await deposit()).status < 300]).toEqual([200, true]);
      } finally {
        await on.stop();
        execFileSync('umount', ['-l', folder]);
      }
    },
  );
});
