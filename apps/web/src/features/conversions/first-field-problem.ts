import { ApiError } from '../../api/api-error.ts';

/** What is wrong with the file or the filter itself, where the server says so. */
export function firstFieldProblem(error: Error): string {
  const [first] = error instanceof ApiError ? Object.values(error.fields).flat() : [];
  return first ?? error.message;
}
