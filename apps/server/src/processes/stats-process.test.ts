import { getPriority, tmpdir } from 'node:os';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { startStatsProcess } from './stats-process.ts';

it.each([
  ['default priority', undefined, Math.max(10, getPriority())],
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
