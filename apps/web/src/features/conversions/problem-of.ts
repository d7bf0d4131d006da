import { ApiError } from '../../api/api-error.ts';

/** What is wrong with the file or the filter itself, where the server says so. */
export function problemOf(error: Error): string {
  const [first] = error instanceof ApiError ? Object.values(error.fields).flat() : [];
  return first ?? error.message;
}
