import * as z from 'zod/mini';

/** A positive integer in a path that a double holds exactly. Anything else is not found. */
export const PathNumber = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,14}$/)),
  z.pipe(
    z.transform((text: string) => Number(text)),
    z.int().check(z.minimum(1), z.maximum(999_999_999_999_999)),
  ),
);
export const IdParams = z.object({ id: PathNumber });

export const Id = z.int().check(z.positive());

/** ISO 8601 in UTC. */
export const Timestamp = z.iso.datetime();

/** A valid calendar date, 2026-05-31. */
export const CalendarDay = z
  .string()
  .check(
    z.regex(
      /^(?:(?:19[7-9]\d|20\d\d)-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|1\d|2[0-8]))|(?:19(?:[79][26]|8[048])|20(?:[02468][048]|[13579][26]))-02-29)$/,
      'date',
    ),
  );

/** One line of text: trimmed, no control characters, no lone surrogates. */
export const line = (min: number, max: number) =>
  z.string().check(z.trim(), z.minLength(min), z.maxLength(max), z.regex(/^[^\p{Cc}\p{Cs}]*$/u));

/** Multiline text. PostgreSQL stores neither NUL nor lone surrogates. */
export const paragraphs = (min: number, max: number) =>
  z.string().check(z.trim(), z.minLength(min), z.maxLength(max), z.regex(/^[^\0\p{Cs}]*$/u));

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

/** Of a page that people open. */
export const WebAddress = z
  .string()
  .check(z.trim(), z.maxLength(500), z.regex(/^https?:\/\/[^\s"'<>\\\p{Cc}\p{Cs}]+$/u, 'web_address'));
