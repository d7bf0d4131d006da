import * as z from 'zod/mini';

/** Query parameters the endpoint doesn't know; the field is present only when there are any. */
export const IgnoredParameters = z.array(z.string());

/** The same names as a header on every response: percent-encoded, comma-separated. */
export const IGNORED_PARAMETERS_HEADER = 'X-Ignored-Parameters';
