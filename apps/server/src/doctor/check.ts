import type { Config } from '../config.ts';

/** A `note` is worth knowing, but nothing has to be done. */
export type CheckState = 'ok' | 'note' | 'problem';

/** What one check found: a sentence, with what to change if it is a problem. */
export interface CheckResult {
  state: CheckState;
  text: string;
}

export interface Check {
  name: string;
  run(config: Config): Promise<CheckResult[]>;
}

export const ok = (text: string): CheckResult => ({ state: 'ok', text });
export const note = (text: string): CheckResult => ({ state: 'note', text });
export const problem = (text: string): CheckResult => ({ state: 'problem', text });

/** A check that cannot be done is a problem too. */
export const runCheck = (check: Check, config: Config): Promise<CheckResult[]> =>
  check.run(config).catch((error: unknown) => [problem(error instanceof Error ? error.message : String(error))]);

export const messageOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  // Several addresses were tried.
  if (error instanceof AggregateError) return error.errors.map(messageOf).join('; ');
  return error.message;
};
