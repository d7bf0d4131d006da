import type * as z from 'zod/mini';
import type { FieldProblem } from './errors.ts';

type Issue = z.core.$ZodIssue;

/** Schemas set keys with `error`; messages of zod are sentences. */
const isKey = (message: string): boolean => /^[a-z][a-z0-9_]*$/.test(message);

/** Why a value is invalid, as a key of `errors.field` with values. Client and server share the texts. */
function fieldProblem(issue: Issue): FieldProblem {
  if (issue.input === undefined || issue.input === null || isBlank(issue.input)) {
    return { key: isKey(issue.message) && issue.message !== 'email' ? issue.message : 'required' };
  }
  if (isKey(issue.message)) return { key: issue.message };
  switch (issue.code) {
    case 'too_small':
      return { key: TOO_SMALL[issue.origin] ?? 'too_small', values: { min: Number(issue.minimum) } };
    case 'too_big':
      return { key: TOO_BIG[issue.origin] ?? 'too_big', values: { max: Number(issue.maximum) } };
    case 'invalid_type':
      return { key: NUMBERS.has(issue.expected) ? 'whole_number' : 'invalid' };
    default:
      return { key: 'invalid' };
  }
}

/** How zod names a number that is missing or has a fraction. Amounts and rates are strings. */
const NUMBERS = new Set<string>(['number', 'int']);

/** Whether length, items or value is out of range. */
const TOO_SMALL: Record<string, string> = { string: 'too_short', array: 'too_few' };
const TOO_BIG: Record<string, string> = { string: 'too_long', array: 'too_many' };

const isBlank = (input: unknown): boolean => typeof input === 'string' && input.trim() === '';

/** Field problems by dotted path; problems of the whole value have an empty path. */
export function problemsByField(issues: readonly Issue[]): Record<string, FieldProblem[]> {
  const fields: Record<string, FieldProblem[]> = {};
  for (const issue of issues) {
    const path = issue.path.map(String).join('.');
    fields[path] ??= [];
    fields[path].push(fieldProblem(issue));
  }
  return fields;
}
