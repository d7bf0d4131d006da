import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { stopPostmaster } from './stores/embedded-postgres/postmaster.ts';
import { killProcessesOn, processesOn } from './testing/processes/processes.ts';
import { programArgs } from './testing/processes/program.ts';
import { runOnTerminal } from './testing/processes/terminal.ts';

it.skipIf(!existsSync('/usr/bin/script'))(
  'prints readable lines on a terminal and stops everything on Ctrl-C through npm',
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'poklik-terminal-'));
    const { PATH, HOME } = process.env;
    const env = { PATH, HOME, DATA_DIR: dataDir, PORT: '0' };
    // Like `npm start`: npm forwards every signal to a program that already got it from the terminal.
    const start = ['exec', process.execPath, ...programArgs()].join(' ');
    const home = await mkdtemp(join(tmpdir(), 'poklik-npm-'));
    await writeFile(join(home, 'package.json'), JSON.stringify({ scripts: { start } }));
    const terminal = runOnTerminal('exec npm start --silent', env, home);
    onTestFinished(async () => {
      await killProcessesOn(dataDir);
      await stopPostmaster(join(dataDir, 'postgres'));
      for (const folder of [dataDir, home]) await rm(folder, { recursive: true, force: true });
    });
    await expect.poll(terminal.shown, { timeout: 150_000 }).toContain('Create the operator account');
    // The last lines of a start come from two processes, in either order.
    await expect.poll(terminal.shown, { timeout: 150_000 }).toContain('ingest started');
    await expect.poll(terminal.shown, { timeout: 150_000 }).toMatch(/^\d\d:\d\d:\d\d analytics database ready$/m);
    expect(terminal.shown()).toContain('Card payments are off.');
    terminal.interrupt();
    expect(await terminal.ended).toBe(0);
    // Jobs of the start may still write lines until the last one.
    const lines = terminal.shown().trimEnd().split('\n');
    expect(lines.at(-1)).toMatch(/^(\^C)?\d\d:\d\d:\d\d shutting down signal=SIGINT$/);
    expect(lines.filter((line) => line.includes('shutting down'))).toHaveLength(1);
    // On a busy machine the database may be late, and the program says so.
    const shown = terminal.shown().replaceAll(/^.* (not responding|responding again)$/gm, '');
    expect(shown).not.toMatch(/[{}]|^ +at |warning|error|deprecated/im);
    expect(await processesOn(dataDir)).toEqual([]);
  },
  400_000,
);
