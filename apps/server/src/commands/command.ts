import type { Config } from '../config.ts';

/** Exit codes of `poklik`. */
export const EXIT = { ok: 0, findings: 1, usage: 2 } as const;

/** Wrong arguments: the message is printed with the usage. */
export class UsageError extends Error {}

export interface CommandContext {
  config: Config;
  positionals: readonly string[];
  options: Readonly<Record<string, string | undefined>>;
  /** Options without a value that were given. */
  flags: ReadonlySet<string>;
  print(line: string): void;
}

/** Resolves to the exit code. */
export type RunCommand = (context: CommandContext) => Promise<number>;
