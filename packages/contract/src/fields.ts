import * as z from 'zod/mini';

/** Ids in paths: a positive integer that a double holds exactly. Anything else names nothing. */
const PathId = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,14}$/)),
  z.transform((text) => Number(text)),
);
export const IdParams = z.object({ id: PathId });

export const Id = z.int().check(z.positive());

/** ISO 8601 in UTC. */
export const Timestamp = z.iso.datetime();

/** One line of text a person typed: trimmed, no control characters. */
export const line = (min: number, max: number) =>
  z.string().check(z.trim(), z.minLength(min), z.maxLength(max), z.regex(/^\P{Cc}*$/u));

/** Several lines of text a person typed. PostgreSQL cannot store NUL. */
export const paragraphs = (min: number, max: number) =>
  z.string().check(
    z.trim(),
    z.minLength(min),
    z.maxLength(max),
    z.refine((text) => !text.includes('\0')),
  );

export const Email = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(254),
    z.regex(
      /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/,
      'email',
    ),
  );

export const Done = z.object({ message: z.string() });
