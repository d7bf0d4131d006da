import { ApiError } from '../../api/api-error.ts';

/** Moves the problems of one type, or of the whole list, to the fields of the form. */
export function toFormError(error: unknown, place: number): unknown {
  if (!(error instanceof ApiError)) return error;
  const { status, code, retryAfterSeconds } = error;
  const prefix = `types.${place}.`;
  const fields = Object.fromEntries(
    Object.entries(error.fields).map(([path, texts]) => [
      path === 'types' ? 'code' : path.startsWith(prefix) ? path.slice(prefix.length) : path,
      texts,
    ]),
  );
  return new ApiError(error.message, { status, code, retryAfterSeconds, fields, cause: error });
}
