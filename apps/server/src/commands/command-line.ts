import { parseArgs } from 'node:util';
import manifest from '../../package.json' with { type: 'json' };
import { loadConfig } from '../config.ts';
import { EXIT, type RunCommand, UsageError } from './command.ts';

interface Command {
  /** Arguments after the name, as in the help. */
  usage?: string;
  summary: string;
  /** Names of the positional arguments. */
  positionals?: readonly string[];
  /** The positional arguments may be left out. */
  isOptional?: boolean;
  /** Names of options with a value. */
  options?: readonly string[];
  /** The option that takes the place of the positional arguments. */
  instead?: string;
  /** Names of options without a value. */
  flags?: readonly string[];
  /** Loaded when needed, because a command line should not load the whole server to print its help. */
  load(): Promise<RunCommand>;
}

const COMMANDS: Record<string, Command> = {
  backup: {
    usage: '[--hourly]',
    summary: 'back up a running installation to BACKUP_TO',
    flags: ['hourly'],
    load: async () => (await import('./backups.ts')).runBackupCommand,
  },
  backups: {
    summary: 'list the backups in BACKUP_TO',
    load: async () => (await import('./backups.ts')).runListBackups,
  },
  restore: {
    usage: '[<id> | --at <time>] [--into <folder>]',
    summary: 'restore the newest state, a backup or the state at a time into an empty folder, and compare it',
    positionals: ['id'],
    isOptional: true,
    options: ['at', 'into'],
    instead: 'at',
    load: async () => (await import('./backups.ts')).runRestore,
  },
  'verify-backup': {
    usage: '[<id>]',
    summary: 'restore the newest state or a backup into a temporary folder, and compare it',
    positionals: ['id'],
    isOptional: true,
    load: async () => (await import('./backups.ts')).runVerifyBackup,
  },
  doctor: {
    summary: 'check machine, network, secrets and backups, and say what to change',
    load: async () => (await import('./doctor.ts')).runDoctor,
  },
  reconcile: {
    summary: 'verify the ledger of a running installation',
    load: async () => (await import('./reconcile.ts')).runReconcile,
  },
  shards: {
    summary: 'list the shards of CLICKHOUSE_SHARDS with their accounts, and unfinished moves',
    load: async () => (await import('./shards.ts')).runListShards,
  },
  'move-account': {
    usage: '<account> <shard>',
    summary: 'move an account, by its number, to another shard; again to finish, or to where it is to undo it',
    positionals: ['account', 'shard'],
    load: async () => (await import('./shards.ts')).runMoveAccount,
  },
  'create-operator': {
    usage: '<email>',
    summary: 'create an operator account; the password is read from the terminal or standard input',
    positionals: ['email'],
    load: async () => (await import('./create-operator.ts')).runCreateOperator,
  },
};

export interface Terminal {
  env: NodeJS.ProcessEnv;
  print(line: string): void;
  printError(line: string): void;
}

/** Runs a command and resolves to its exit code. `start` is not among them, because it never returns. */
export async function runCommandLine([name = 'help', ...args]: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return await runCommand(name, args, terminal);
  } catch (error) {
    terminal.printError(error instanceof Error ? error.message : String(error));
    if (!(error instanceof UsageError)) return EXIT.findings;
    terminal.printError(`\n${help()}`);
    return EXIT.usage;
  }
}

async function runCommand(name: string, args: readonly string[], { env, print }: Terminal): Promise<number> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command) {
    const parsed = parse(name, command, args);
    const run = await command.load();
    return run({ config: loadConfig(env), ...parsed, print });
  }
  if (name === 'version' || name === '--version') print(manifest.version);
  else if (name === 'help' || name === '--help') print(help());
  else throw new UsageError(`Unknown command: ${[name, ...args].join(' ')}`);
  return EXIT.ok;
}

function parse(name: string, command: Command, args: readonly string[]) {
  const { options: names = [], flags = [], instead, isOptional } = command;
  const parsed = parseOptions(name, { options: names, flags }, args);
  const given = Object.entries(parsed.values);
  const options = Object.fromEntries(given.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
  const positionals = instead !== undefined && options[instead] !== undefined ? [] : (command.positionals ?? []);
  const [missing] = isOptional ? [] : positionals.slice(parsed.positionals.length);
  if (missing) throw new UsageError(`${name}: ${missing} is missing`);
  const [extra] = parsed.positionals.slice(positionals.length);
  if (extra) throw new UsageError(`${name}: unexpected argument ${extra}`);
  const set = given.flatMap(([option, value]) => (value === true ? [option] : []));
  return { positionals: parsed.positionals, options, flags: new Set(set) };
}

function parseOptions(
  name: string,
  { options, flags }: { options: readonly string[]; flags: readonly string[] },
  args: readonly string[],
) {
  const known = Object.fromEntries([
    ...options.map((option) => [option, { type: 'string' as const }] as const),
    ...flags.map((flag) => [flag, { type: 'boolean' as const }] as const),
  ]);
  try {
    return parseArgs({ args: [...args], options: known, allowPositionals: true });
  } catch (error) {
    throw new UsageError(`${name}: ${(error as Error).message}`);
  }
}

function help(): string {
  const rows = [
    ['start', 'run Poklik'],
    ...Object.entries(COMMANDS).map(([name, { usage = '', summary }]) => [`${name} ${usage}`.trim(), summary]),
    ['version', 'print the version'],
  ];
  const width = Math.max(...rows.map(([usage = '']) => usage.length));
  const lines = rows.map(([usage = '', summary]) => `  ${usage.padEnd(width)}  ${summary}`);
  return `Usage: poklik <command>\n\n${lines.join('\n')}\n\nSettings are environment variables; see docs/operations.md.`;
}
