import * as z from 'zod/mini';
import { ConversionType } from './conversion-values.ts';
import { line } from './fields.ts';
import { POSTBACK_MACROS, PostbackUrl } from './routing.ts';

export const OUTGOING_METHODS = ['GET', 'POST', 'PUT'] as const;
export const OUTGOING_BODIES = ['none', 'form', 'json'] as const;
export type OutgoingMethod = (typeof OUTGOING_METHODS)[number];
export type OutgoingBody = (typeof OUTGOING_BODIES)[number];

export const OUTGOING_HEADERS_MAX = 10;
export const OUTGOING_BODY_MAX = 8192;
const TYPES_MAX = 20;
const HEADER_VALUE_MAX = 1024;

/** `{payout}`, `{payout:number}` and `{secret.token}`. */
const TEMPLATE_MACRO = /\{([a-z][a-z0-9_]*(?:\.[a-z0-9_]+)?)(:number)?\}/g;
export const SECRET_NAME = /^[a-z][a-z0-9_]{0,31}$/;
const SECRET_PREFIX = 'secret.';

/** The name of the secret that a macro stands for. */
export const secretOf = (macro: string): string | null =>
  macro.startsWith(SECRET_PREFIX) ? macro.slice(SECRET_PREFIX.length) : null;

/** Replaces the macros of a header or a body. */
export const fillTemplate = (text: string, fill: (name: string, isNumber: boolean) => string): string =>
  text.replace(TEMPLATE_MACRO, (_, name: string, mark?: string) => fill(name, mark !== undefined));

const isKnown = (name: string): boolean => {
  const secret = secretOf(name);
  return secret === null ? POSTBACK_MACROS.some((macro) => macro === name) : SECRET_NAME.test(secret);
};

const macrosIn = (text: string) => [...text.matchAll(TEMPLATE_MACRO)].map(([, name = '']) => name);
const hasKnownMacros = (text: string): boolean => macrosIn(text).every(isKnown);
/** JSON has braces of its own. */
const hasOnlyMacros = (text: string): boolean => hasKnownMacros(text) && !/[{}]/.test(fillTemplate(text, () => ''));

/** A value inside a JSON string. Braces are escaped, so that a value never becomes a macro. */
export const escapeJson = (value: string): string =>
  JSON.stringify(value.toWellFormed()).slice(1, -1).replaceAll('{', '\\u007b').replaceAll('}', '\\u007d');

const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?$/;
/** A bare JSON number. An unknown one is null, not 0. */
export const jsonNumber = (value: string): string => (NUMBER.test(value) ? value : 'null');

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

const fillJson = (text: string, value: string): string =>
  fillTemplate(text, (_, isNumber) => (isNumber ? jsonNumber(value && '1.5') : escapeJson(value)));

/** Whether the template is valid JSON with full and with empty values. */
const rendersToJson = (text: string): boolean => isJson(fillJson(text, 'a"\\\n{b}')) && isJson(fillJson(text, ''));

/** They are set by the program, or decide how a request is read on its way. */
const RESERVED_HEADERS = new Set([
  ...['host', 'content-length', 'transfer-encoding', 'connection', 'keep-alive', 'upgrade', 'te', 'trailer', 'expect'],
  ...['user-agent', 'cookie', 'forwarded', 'via', 'http2-settings'],
]);
const isReserved = (name: string): boolean =>
  RESERVED_HEADERS.has(name.toLowerCase()) || /^(proxy|sec|x-forwarded)-/i.test(name);

const OutgoingHeader = z.object({
  name: z.string().check(
    z.trim(),
    z.regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}$/, 'header_name'),
    z.refine((name) => !isReserved(name), { error: 'header_reserved' }),
  ),
  value: z
    .string()
    .check(
      z.trim(),
      z.minLength(1),
      z.maxLength(HEADER_VALUE_MAX),
      z.regex(/^[\x20-\x7e]*$/, 'header_value'),
      z.refine(hasOnlyMacros, { error: 'unknown_macro' }),
    ),
});
export type OutgoingHeader = z.infer<typeof OutgoingHeader>;

const hasDistinctNames = (headers: readonly OutgoingHeader[]): boolean =>
  new Set(headers.map(({ name }) => name.toLowerCase())).size === headers.length;

/** What is sent to a traffic source, without the statuses that send it. */
export const outgoingRequest = {
  name: z._default(line(0, 100), ''),
  url: PostbackUrl,
  method: z._default(z.enum(OUTGOING_METHODS), 'GET'),
  /** Conversion types; all of them if empty. */
  types: z._default(z.array(ConversionType).check(z.maxLength(TYPES_MAX)), []),
  /** Percentage of conversions that are sent. The same conversion always gets the same decision. */
  share: z._default(z.int().check(z.minimum(1), z.maximum(100)), 100),
  headers: z._default(
    z
      .array(OutgoingHeader)
      .check(z.maxLength(OUTGOING_HEADERS_MAX), z.refine(hasDistinctNames, { error: 'header_repeated' })),
    [],
  ),
  body_type: z._default(z.enum(OUTGOING_BODIES), 'none'),
  /** Not sent with `none`. */
  body: z._default(z.string().check(z.maxLength(OUTGOING_BODY_MAX), z.regex(/^[^\0\p{Cs}]*$/u)), ''),
};

interface Sent {
  method: OutgoingMethod;
  body_type: OutgoingBody;
  body: string;
}

/** Why the body can't be sent; null when it can. */
export function bodyProblem({ method, body_type, body }: Sent): string | null {
  if (body_type === 'none') return null;
  if (method === 'GET') return 'body_with_get';
  if (body.trim() === '') return 'body_missing';
  if (body_type === 'form') {
    if (/[\s\p{Cc}]/u.test(body)) return 'form_body';
    return hasOnlyMacros(body) ? null : 'unknown_macro';
  }
  if (!hasKnownMacros(body)) return 'unknown_macro';
  return rendersToJson(body) ? null : 'json_body';
}

/** One check per problem, because each has its own text. */
export const bodyChecks = ['body_with_get', 'body_missing', 'form_body', 'unknown_macro', 'json_body'].map((problem) =>
  z.refine<Sent>((sent) => bodyProblem(sent) !== problem, { path: ['body'], error: problem }),
);
