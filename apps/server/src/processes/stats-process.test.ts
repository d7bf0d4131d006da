import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { startStatsProcess } from './stats-process.ts';

const SESSION = '/proc/self/autogroup';
const PROGRAM = `
  import { readFileSync } from 'node:fs';
  import { lowerOwnPriority } from ${JSON.stringify(new URL('./stats-process.ts', import.meta.url).href)};
  lowerOwnPriority();
  console.log(readFileSync('${SESSION}', 'latin1'));`;
const niceOf = (session: string) => /nice (-?\d+)/.exec(session)?.[1];
const ownNice = existsSync(SESSION) ? niceOf(readFileSync(SESSION, 'latin1')) : undefined;

it.skipIf(ownNice === undefined).each([
  ['lowers the priority of its own session', true, '10'],
  ['leaves a shared session alone', false, ownNice],
])('standalone stats process %s (needs Linux with autogroup)', async (_, isOwn, nice) => {
  const program = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', PROGRAM], {
    detached: isOwn,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  expect(niceOf(await text(program.stdout))).toBe(nice);
});

it.each([
  ['default priority', undefined, 10],
  ['configured priority', 0, getPriority()],
])('stats process gets the %s', async (_, priority, nice) => {
  const stats = startStatsProcess({
    address: new URL('http://127.0.0.1'),
    dataDir: tmpdir(),
    logLevel: 'silent',
    log: pino({ level: 'silent' }),
    priority,
    command: { program: process.execPath, args: ['-e', 'process.once("disconnect", process.exit)'] },
  });
  try {
    expect(getPriority(stats.pid())).toBe(nice);
  } finally {
    await stats.stop();
  }
});
