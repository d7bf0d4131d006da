import { expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { runCommandLine } from './command-line.ts';

async function run(args: string[], env: NodeJS.ProcessEnv = {}) {
  const lines: string[] = [];
  const errors: string[] = [];
  const code = await runCommandLine(args, {
    env,
    print: (line) => void lines.push(line),
    printError: (line) => void errors.push(line),
  });
  return { code, lines, errors };
}

it('prints its version and its commands', async () => {
  expect(await run(['version'])).toEqual({ code: 0, lines: [manifest.version], errors: [] });
  expect(await run([])).toMatchObject({ code: 0, lines: [expect.stringContaining('create-operator <email>')] });
});

it.each([
  [['nonsense'], 'Unknown command: nonsense'],
  [['toString'], 'Unknown command: toString'],
  [['start', 'now'], 'Unknown command: start now'],
  [['reconcile', 'all'], 'reconcile: unexpected argument all'],
  [['reconcile', '--fast'], "Unknown option '--fast'"],
  [['create-operator'], 'create-operator: email is missing'],
  [['restore', '20261119T031000Z', 'now'], 'restore: unexpected argument now'],
  [['restore', '20261119T031000Z', '--at', '2026-11-19T14:05:00Z'], 'restore: unexpected argument 20261119T031000Z'],
  [['restore', '--at', '2026-02-30T14:05:00Z'], 'restore: --at must be a time with its zone'],
  [['restore', '--at', '2026-11-19T14:05:00'], 'restore: --at must be a time with its zone'],
  [['restore', '--at', 'yesterday'], 'restore: --at must be a time with its zone'],
  [['backup', '--hourly=yes'], '--hourly'],
  [['create-operator', 'anna'], 'anna is not an email address'],
])('explains wrong arguments: %j', async (args, message) => {
  expect(await run(args)).toEqual({
    code: 2,
    lines: [],
    errors: [expect.stringContaining(message), expect.stringContaining('Usage: poklik <command>')],
  });
});

it('fails without a database and with a wrong setting', async () => {
  expect(await run(['reconcile'], { DATA_DIR: '/tmp/no-poklik-here' })).toEqual({
    code: 1,
    lines: [],
    errors: ['Poklik is not running on /tmp/no-poklik-here. Start it, or set DATABASE_URL.'],
  });
  expect(await run(['reconcile'], { PORT: 'x' })).toMatchObject({ code: 1, errors: [expect.stringContaining('PORT')] });
});
