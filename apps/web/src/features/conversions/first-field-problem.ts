import { ApiError } from '../../api/api-error.ts';

/** The first field problem in a server error. */
export function firstFieldProblem(error: Error): string {
  const [first] = error instanceof ApiError ? Object.values(error.fields).flat() : [];
  return first ?? error.message;
}
