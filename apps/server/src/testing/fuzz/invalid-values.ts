import fc from 'fast-check';
import type { JsonSchema } from '../../http/reference/openapi-document.ts';
import { isValid, type Known, validValue } from './valid-values.ts';

const OF_TYPE: Record<string, fc.Arbitrary<unknown>> = {
  null: fc.constant(null),
  boolean: fc.boolean(),
  number: fc.constantFrom(0, -1, 1.5, 1e21, 1e308, Number.MAX_SAFE_INTEGER, -0.1),
  string: fc.constantFrom('x', 'true', '1', '\0', 'x'.repeat(1000)),
  array: fc.constantFrom([], [[]], [null], ['x'], [{}]),
  object: fc.constantFrom({}, { toString: 1 }, { length: 3 }, { prototype: {} }, { a: { b: { c: {} } } }),
};

const ODD_TEXTS = [
  ...['', '@', 'a@', '@b.co', 'a@b', 'a b@c.de', 'a@b..cc', 'a@b.c\0', '\0', '\u0007bell', 'tab\there', '\u001b[31m'],
  ...['../../etc/passwd', "'; drop table users; --", '<script>', '%00', '#{7*7}', 'ї', '-1', '1e3', '٣', '１'],
];

/** A value with exactly one error; null if every value is valid. */
export function invalidValue(schema: JsonSchema, known: Known): fc.Arbitrary<unknown> | null {
  const ways = waysToBreak(schema, known);
  return ways.length > 0 ? fc.oneof(...ways) : null;
}

function waysToBreak(schema: JsonSchema, known: Known): fc.Arbitrary<unknown>[] {
  if (schema.anyOf) {
    const texts = ODD_TEXTS.filter((text) => ![text, text.trim()].some((form) => isValid(schema, form)));
    const types = fc.oneof(...otherTypes(schema.anyOf.flatMap(typesOf)));
    return texts.length > 0 ? [types, fc.constantFrom(...texts)] : [types];
  }
  const ways = [fc.oneof(...otherTypes(typesOf(schema)))];
  if (schema.enum || schema.const !== undefined) {
    const allowed = schema.enum ?? [schema.const];
    const other = fc.oneof(fc.string(), fc.integer(), fc.boolean()).filter((value) => !allowed.includes(value));
    return [...ways, other];
  }
  if (schema.type === 'string') ways.push(...brokenTexts(schema));
  if (schema.type === 'integer') ways.push(...brokenIntegers(schema));
  if (schema.type === 'array') ways.push(...brokenLists(schema, known));
  if (schema.type === 'object') ways.push(...brokenObjects(schema, known));
  return ways;
}

const typesOf = (schema: JsonSchema): string[] => {
  const types = [schema.type ?? typeof schema.const].flat();
  return types.map((type) => (type === 'integer' ? 'number' : type));
};

const otherTypes = (types: readonly string[]): fc.Arbitrary<unknown>[] =>
  Object.entries(OF_TYPE)
    .filter(([type]) => !types.includes(type))
    .map(([, values]) => values);

/** Text is trimmed and emails are lower-cased before validation, so such values are valid. */
function brokenTexts({ minLength = 0, maxLength, pattern, format }: JsonSchema): fc.Arbitrary<unknown>[] {
  const ways: fc.Arbitrary<unknown>[] = [];
  if (minLength > 0) ways.push(fc.integer({ min: 0, max: minLength - 1 }).map((length) => 'q'.repeat(length)));
  if (maxLength !== undefined) {
    ways.push(fc.integer({ min: 1, max: 2000 }).map((extra) => 'q'.repeat(maxLength + extra)));
  }
  if (format === 'date-time')
    ways.push(fc.constantFrom('', '2026', 'now', '2026-13-01T00:00:00Z', '2026-01-01 00:00:00', '0'));
  if (format === 'date') ways.push(fc.constantFrom('', '2026', 'today', '2026-13-01', '2026-02-30', '01.02.2026', '0'));
  if (pattern !== undefined) {
    const expression = new RegExp(pattern, 'u');
    const isBroken = (text: string) =>
      ![text, text.trim(), text.trim().toLowerCase()].some((form) => expression.test(form));
    const odd = ODD_TEXTS.filter(isBroken);
    if (odd.length > 0) ways.push(fc.constantFrom(...odd));
    ways.push(
      fc
        .string({ unit: 'binary-ascii', minLength: 1 })
        .map((text) => `q\0${text}\0q`)
        .filter(isBroken),
    );
  }
  return ways;
}

function brokenIntegers({ minimum, maximum }: JsonSchema): fc.Arbitrary<unknown>[] {
  return [
    fc.constantFrom(1.5, 0.1, 1e308, -1e308),
    ...(minimum === undefined ? [] : [fc.integer({ min: minimum - 1000, max: minimum - 1 })]),
    ...(maximum === undefined ? [] : [fc.integer({ min: maximum + 1, max: maximum + 1000 })]),
  ];
}

function brokenLists({ items = {}, minItems = 0, maxItems }: JsonSchema, known: Known): fc.Arbitrary<unknown>[] {
  const item = validValue(items, known);
  const broken = invalidValue(items, known);
  return [
    ...(minItems > 0 ? [fc.array(item, { maxLength: minItems - 1 })] : []),
    ...(maxItems === undefined ? [] : [item.map((value) => Array(maxItems + 1).fill(value))]),
    ...(broken ? [broken.map((value) => [value])] : []),
  ];
}

function brokenObjects(schema: JsonSchema, known: Known): fc.Arbitrary<unknown>[] {
  const whole = validValue(schema, known) as fc.Arbitrary<Record<string, unknown>>;
  const lacking = (schema.required ?? []).map((name) => whole.map(({ [name]: _, ...rest }) => rest));
  const spoilt = Object.entries(schema.properties ?? {}).flatMap(([name, shape]) => {
    const broken = invalidValue(shape, known);
    return broken ? [fc.tuple(whole, broken).map(([value, part]) => ({ ...value, [name]: part }))] : [];
  });
  return [...lacking, ...spoilt];
}
