import type { FieldProblem } from '@poklik/contract/errors';
import type { TFunction } from 'i18next';
import type { FieldError } from 'react-hook-form';

/**
 * A refused field as the form keeps it: the reason, not its text, so that the text follows the reader's language.
 * A reason that the server gave arrives as a text and is shown as it is.
 */
export interface ProblemError extends FieldError {
  values?: NonNullable<FieldProblem['values']>;
}

export const SERVER_PROBLEM = 'server';

export const problemError = ({ key, values }: FieldProblem): ProblemError =>
  values ? { type: key, values } : { type: key };

/** A reason is a key of `errors.field`, or a whole key when it names its namespace itself. */
export function problemText(error: ProblemError, t: TFunction<'errors'>): string {
  if (error.type === SERVER_PROBLEM) return error.message ?? '';
  return t(error.type.includes(':') ? error.type : `errors:field.${error.type}`, { ...error.values });
}
