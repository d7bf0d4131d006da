import fc from 'fast-check';
import type { Method, Operation, Parameter } from '../../http/reference/openapi-document.ts';
import { invalidValue } from './invalid-values.ts';
import { type Known, validValue } from './valid-values.ts';

export interface Place {
  path: string;
  method: Method;
  operation: Operation;
}

/** A request as it is sent, without the token. */
export interface FuzzRequest {
  method: string;
  url: string;
  /** Raw text, because it may be invalid JSON. */
  body?: string;
  contentType?: string;
  ip: string;
  /** Replaces the token of the caller. */
  authorization?: string;
}

interface Parts {
  params: Record<string, string>;
  query: [string, string][];
  body?: unknown;
}

const ip = fc.ipV4();
const JSON_TYPE = 'application/json';

const encode = (value: unknown): string => encodeURIComponent(String(value).replace(/\p{Cs}/gu, '�'));

function requestOf({ path, method }: Place, parts: Parts, source: string): FuzzRequest {
  const filled = Object.entries(parts.params).reduce(
    (url, [name, value]) => url.replace(`{${name}}`, () => value),
    path,
  );
  const search = parts.query.map(([name, value]) => `${encode(name)}=${value}`).join('&');
  return {
    method: method.toUpperCase(),
    url: `/v1${filled}${search === '' ? '' : `?${search}`}`,
    ...(parts.body === undefined ? {} : { body: JSON.stringify(parts.body), contentType: JSON_TYPE }),
    ip: source,
  };
}

/** No operation reads it, and each response reports it as ignored. */
export const UNKNOWN_PARAMETER = 'unknown_parameter';

/** All input of an operation, as documented. */
function validParts({ operation }: Place, known: Known, free: 0 | 1 = 1): fc.Arbitrary<Parts> {
  const all = operation.parameters ?? [];
  const values = (place: Parameter['in'], { allRequired }: { allRequired: boolean }) => {
    const own = all.filter((parameter) => parameter.in === place);
    const fields = Object.fromEntries(
      own.map(({ name, schema }) => [name, validValue(schema, known, name, free).map(encode)]),
    );
    const requiredKeys = own.filter(({ required }) => allRequired || required).map(({ name }) => name);
    return fc.record(fields, { requiredKeys: requiredKeys as never[] }) as fc.Arbitrary<Record<string, string>>;
  };
  const schema = operation.requestBody?.content[JSON_TYPE].schema;
  return fc.record({
    params: values('path', { allRequired: true }).filter((params) =>
      // `.` and `..` would change the path.
      Object.values(params).every((value) => !/^\.{0,2}$/.test(value)),
    ),
    query: fc
      .tuple(values('query', { allRequired: false }), fc.constantFrom({}, { [UNKNOWN_PARAMETER]: '1' }))
      .map(([query, unknown]) => Object.entries({ ...query, ...unknown })),
    ...(schema ? { body: validValue(schema, known, '', free) } : {}),
  });
}

/** Half of the requests use only known values, because with many fields a random one is usually rejected. */
export const validRequest = (place: Place, known: Known): fc.Arbitrary<FuzzRequest> =>
  fc
    .tuple(fc.oneof(validParts(place, known), validParts(place, known, 0)), ip)
    .map(([parts, source]) => requestOf(place, parts, source));

/** A request with exactly one error. */
export interface BrokenRequest {
  wrong: string;
  request: FuzzRequest;
}

/** Mail programs send forms. */
const TAKES_FORMS = new Set(['unsubscribe.confirm']);

/** `otherMethods` have no handler at this path. */
export function brokenRequest(
  place: Place,
  known: Known,
  otherMethods: readonly string[],
): fc.Arbitrary<BrokenRequest> {
  const { operation, method } = place;
  const ways = [
    ...(operation.parameters ?? [])
      .filter((parameter) => parameter.in !== 'header')
      .map((parameter) => brokenParameter(place, known, parameter)),
    ...brokenBody(place, known),
    ...(method === 'get' || TAKES_FORMS.has(operation.operationId) ? [] : [foreignContent(place, known)]),
    ...(operation.security.length > 0 ? [brokenToken(place, known)] : []),
  ];
  if (otherMethods.length > 0) ways.push(wrongMethod(place, known, otherMethods));
  // Operations without possible errors have nothing to reject.
  return ways.length > 0
    ? fc.oneof(...ways)
    : fc.record({ wrong: fc.constant('nothing'), request: validRequest(place, known) });
}

const wrongMethod = (place: Place, known: Known, methods: readonly string[]): fc.Arbitrary<BrokenRequest> =>
  fc
    .tuple(validRequest(place, known), fc.constantFrom(...methods))
    .map(([request, method]) => ({ wrong: 'method', request: { ...request, method } }));

const PARAMETER_TEXTS = [
  'abc',
  '1.5',
  '-1',
  '+1',
  '1e3',
  '0x10',
  '%00',
  '%20',
  'null',
  '%E2%80%AE',
  '..%2F..',
  '%27%20or%201%3D1',
];

function brokenParameter(
  place: Place,
  known: Known,
  { name, in: part, schema }: Parameter,
): fc.Arbitrary<BrokenRequest> {
  const isNumber = schema.type === 'integer';
  const broken = invalidValue(schema, known) ?? fc.constant('');
  // In a URL everything is text, so only text that cannot be parsed is invalid.
  const asText = broken
    .filter((value) => (isNumber ? typeof value === 'number' : typeof value === 'string'))
    .map((value) => (isNumber ? String(value) : encode(value)));
  const texts = isNumber ? fc.oneof(asText, fc.constantFrom(...PARAMETER_TEXTS)) : asText;
  const usable = texts.filter((text) => part === 'query' || !/^\.*$/.test(text));
  return fc.tuple(validParts(place, known), usable, ip, fc.boolean()).map(([parts, text, source, twice]) => {
    const rest = parts.query.filter(([key]) => key !== name);
    const spoilt: Parts =
      part === 'path'
        ? { ...parts, params: { ...parts.params, [name]: text } }
        : { ...parts, query: [...rest, [name, text], ...(twice ? [[name, text] as [string, string]] : [])] };
    return { wrong: `${part} ${name}`, request: requestOf(place, spoilt, source) };
  });
}

const MALFORMED = [
  '',
  '{',
  '{"a":',
  'nul',
  '[1,',
  '{"a":1}}',
  "{'a':1}",
  '\u0000',
  '{"a":01}',
  '{"a":"\n"}',
  'NaN',
  '"\\ud8"',
];
const POISON = ['"__proto__":{"role":3}', '"constructor":{"prototype":{"role":3}}', '"\\u005f_proto__":{"x":1}'];

function brokenBody(place: Place, known: Known): fc.Arbitrary<BrokenRequest>[] {
  const asked = place.operation.requestBody;
  if (!asked) return [];
  const { schema } = asked.content[JSON_TYPE];
  const filler = JSON.stringify({ filler: 'x'.repeat(asked['x-bytes-max']) });
  const request = validRequest(place, known);
  const withBody = (wrong: string, bodies: fc.Arbitrary<string>) =>
    fc.tuple(request, bodies).map(([valid, body]) => ({ wrong, request: { ...valid, body, contentType: JSON_TYPE } }));
  const spoilt = invalidValue(schema, known) ?? fc.constant(null);
  return [
    ...Array<fc.Arbitrary<BrokenRequest>>(6).fill(
      withBody(
        'body',
        spoilt.map((value) => JSON.stringify(value)),
      ),
    ),
    withBody('malformed JSON', fc.constantFrom(...MALFORMED)),
    withBody('too large', fc.constant(filler)),
    withBody(
      'nesting',
      fc.integer({ min: 100, max: 20_000 }).map((depth) => '['.repeat(depth) + ']'.repeat(depth)),
    ),
    fc.tuple(request, fc.constantFrom(...POISON)).map(([valid, poison]) => {
      const rest = (valid.body ?? '{}').slice(1);
      return { wrong: 'prototype', request: { ...valid, body: `{${poison}${rest === '}' ? '' : ','}${rest}` } };
    }),
  ];
}

const FOREIGN_TYPES = [
  'text/plain',
  'text/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/jsonx',
  'nonsense',
];

const foreignContent = (place: Place, known: Known): fc.Arbitrary<BrokenRequest> =>
  fc.tuple(validRequest(place, known), fc.constantFrom(...FOREIGN_TYPES)).map(([valid, contentType]) => ({
    wrong: 'content type',
    request: { ...valid, body: valid.body ?? 'a=1', contentType },
  }));

const BAD_TOKENS = [
  '',
  'Bearer',
  'Bearer ',
  'Bearer x',
  'bearer null',
  `Bearer ${'A'.repeat(43)}`,
  `Bearer ${'A'.repeat(5000)}`,
  `Token ${'A'.repeat(43)}`,
  "Bearer ' or 1=1 --",
];

const brokenToken = (place: Place, known: Known): fc.Arbitrary<BrokenRequest> =>
  fc.tuple(validRequest(place, known), fc.constantFrom(...BAD_TOKENS)).map(([valid, authorization]) => ({
    wrong: 'token',
    request: { ...valid, authorization },
  }));
