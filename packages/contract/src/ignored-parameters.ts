import * as z from 'zod/mini';

/** Names of query parameters that the endpoint does not know; the field is there only when it has something to say. */
export const IgnoredParameters = z.array(z.string());

/** The same names on every answer, also where the body has no room for them: percent-encoded, with commas between. */
export const IGNORED_PARAMETERS_HEADER = 'X-Ignored-Parameters';
