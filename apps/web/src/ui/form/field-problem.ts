import type { FieldProblem } from '@poklik/contract/errors';
import type { TFunction } from 'i18next';
import type { FieldError } from 'react-hook-form';

/**
 * A field error as the form stores it: the reason instead of the text, so that it follows the user's language. Reasons
 * from the server arrive as text and are shown as is.
 */
export interface ProblemError extends FieldError {
  values?: NonNullable<FieldProblem['values']>;
}

export const SERVER_PROBLEM = 'server';

export const problemError = ({ key, values }: FieldProblem): ProblemError =>
  values ? { type: key, values } : { type: key };

/** A reason is a key of `errors.field`, or a full key with its own namespace. */
export function problemText(error: ProblemError, t: TFunction<'errors'>): string {
  if (error.type === SERVER_PROBLEM) return error.message ?? '';
  return t(error.type.includes(':') ? error.type : `errors:field.${error.type}`, { ...error.values });
}
