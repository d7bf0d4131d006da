import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { stopPostmaster } from './stores/embedded-postgres/postmaster.ts';
import { processesOn } from './testing/processes.ts';
import { PROGRAM } from './testing/program.ts';
import { runOnTerminal } from './testing/terminal.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

it.skipIf(!existsSync('/usr/bin/script'))(
  'a start in a terminal is shown in readable lines, and Ctrl-C ends all of it in order',
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'poklik-terminal-'));
    const { PATH, HOME } = process.env;
    const env = { PATH, HOME, DATA_DIR: dataDir, PORT: '0' };
    const terminal = runOnTerminal(`exec ${process.execPath} --import tsx ${PROGRAM}`, env, ROOT);
    onTestFinished(async () => {
      for (const { pid } of await processesOn(dataDir)) process.kill(pid, 'SIGKILL');
      await stopPostmaster(join(dataDir, 'postgres'));
      await rm(dataDir, { recursive: true, force: true });
    });
    await expect.poll(terminal.shown, { timeout: 150_000 }).toContain('Create the account of the operator');
    await expect.poll(terminal.shown, { timeout: 150_000 }).toContain('the statistics store is ready');
    const started = terminal.shown();
    expect(started).not.toMatch(/[{}]|^ +at |warning|error|deprecated/im);
    expect(started).toMatch(/^\d\d:\d\d:\d\d the statistics store is ready$/m);
    terminal.interrupt();
    expect(await terminal.ended).toBe(0);
    expect(terminal.shown().slice(started.length)).toMatch(/^(\^C)?\d\d:\d\d:\d\d shutting down signal=SIGINT\n$/);
    expect(await processesOn(dataDir)).toEqual([]);
  },
  400_000,
);
