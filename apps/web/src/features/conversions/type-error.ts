import { ApiError } from '../../api/api-error.ts';

interface Edited {
  /** The parameter with the list, and the place in it. */
  list: 'types' | 'goals';
  place: number;
  /** Where problems of the whole list are shown. */
  field: string;
}

/** Moves the problems of one entry, or of the whole list, to the fields of the form. */
export function toFormError(error: unknown, { list, place, field }: Edited): unknown {
  if (!(error instanceof ApiError)) return error;
  const { status, code, retryAfterSeconds } = error;
  const prefix = `${list}.${place}.`;
  const fields = Object.fromEntries(
    Object.entries(error.fields).map(([path, texts]) => [
      path === list ? field : path.startsWith(prefix) ? path.slice(prefix.length) : path,
      texts,
    ]),
  );
  return new ApiError(error.message, { status, code, retryAfterSeconds, fields, cause: error });
}
