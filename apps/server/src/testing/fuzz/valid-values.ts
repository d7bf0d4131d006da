import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import type { JsonSchema } from '../../http/reference/openapi-document.ts';

/** Existing values by field name, such as emails of users and IDs of records. */
export type Known = Record<string, readonly unknown[]>;

const SPECIAL = [
  '\0',
  '\u0007',
  '\n',
  '\u2028',
  '\ud800',
  '\udfff',
  '😀',
  'ї',
  '\u202e',
  "'",
  '"',
  '\\',
  '<',
  '%',
  '$',
  '{{',
];
const character = fc.oneof(
  { weight: 6, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }) },
  { weight: 1, arbitrary: fc.constantFrom(...SPECIAL) },
);
const ajv = new Ajv2020({ strict: false, formats: { 'date-time': true, date: true } });

export const isValid = (schema: JsonSchema, value: unknown): boolean => ajv.validate(schema, value);

const LONGEST = 300;
const MANY = 4;

const day = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const moment = fc
  .date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());

/** A value that the schema allows; without `free`, only a known one if there is any. */
export function validValue(schema: JsonSchema, known: Known, name = '', free: 0 | 1 = 1): fc.Arbitrary<unknown> {
  const made = byShape(schema, known, name, free);
  // The same field name can have different meanings.
  const values = known[name]?.filter((value) => ajv.validate(schema, value)) ?? [];
  if (values.length === 0) return made;
  return fc.oneof({ weight: free, arbitrary: made }, { weight: 3, arbitrary: fc.constantFrom(...values) });
}

function byShape(schema: JsonSchema, known: Known, name: string, free: 0 | 1): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((variant) => byShape(variant, known, name, free)));
  if (Array.isArray(schema.type)) {
    return fc.oneof(...schema.type.map((type) => byShape({ ...schema, type }, known, name, free)));
  }
  switch (schema.type) {
    case 'object':
      return objectOf(schema, known, free);
    case 'array': {
      const item = validValue(schema.items ?? {}, known, '', free);
      const minItems = schema.minItems ?? 0;
      const maxItems = Math.min(schema.maxItems ?? MANY, minItems + MANY);
      // Often short, because rules between items are then easier to meet by chance.
      return fc.oneof(
        fc.array(item, { minLength: minItems, maxLength: Math.max(minItems, 1) }),
        fc.array(item, { minLength: minItems, maxLength: maxItems }),
      );
    }
    case 'integer':
    case 'number': {
      const lowest = schema.minimum ?? (schema.exclusiveMinimum === undefined ? -1e9 : schema.exclusiveMinimum + 1);
      const min = lowest;
      const max = schema.maximum ?? 1e9;
      return fc.oneof(
        fc.integer({ min, max }),
        fc.integer({ min, max: Math.min(max, min + 20) }),
        fc.constantFrom(min, max),
      );
    }
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'string':
      if (schema.format === 'date') return day;
      return schema.format === 'date-time' ? moment : textOf(schema);
    default:
      return fc.jsonValue();
  }
}

/** Any JSON value, without the names that are always rejected. */
const unknownField = fc
  .jsonValue({ maxDepth: 2 })
  .filter((value) => !/__proto__|constructor/.test(JSON.stringify(value)));

/** Unknown fields are allowed, and a confirmation usually repeats the confirmed field. */
function objectOf({ properties = {}, required = [] }: JsonSchema, known: Known, free: 0 | 1): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, shape]) => [name, validValue(shape, known, name, free)]),
  );
  const necessary = Object.fromEntries(Object.entries(fields).filter(([name]) => required.includes(name)));
  return fc
    .record({
      // Sometimes without every optional field, because some of them are valid only with a value nobody can guess.
      value: fc.oneof(
        { weight: 4, arbitrary: fc.record(fields, { requiredKeys: required as never[] }) },
        { weight: 1, arbitrary: fc.record(necessary) },
      ),
      repeats: fc.integer({ min: 0, max: 9 }).map((chance) => chance > 0),
      extra: fc.option(unknownField, { freq: 9 }),
    })
    .map(({ value, repeats, extra }) => {
      const object: Record<string, unknown> = { ...value };
      for (const name of Object.keys(object)) {
        const confirmed = object[name.replace(/_confirmation$/, '')];
        if (repeats && name.endsWith('_confirmation') && typeof confirmed === 'string') object[name] = confirmed;
      }
      return extra === null ? object : { ...object, field_that_nobody_knows: extra };
    });
}

function textOf({ minLength = 0, maxLength = LONGEST, pattern }: JsonSchema): fc.Arbitrary<string> {
  const fits = (text: string): boolean => {
    const length = [...text].length;
    return length >= minLength && length <= maxLength && text === text.trim();
  };
  const free = fc
    .oneof(
      fc.string({ unit: character, maxLength: Math.min(maxLength, 40) }),
      fc.string({ unit: character, minLength: Math.min(maxLength, LONGEST), maxLength: Math.min(maxLength, LONGEST) }),
      fc.constant('x'.repeat(Math.min(maxLength, 10 * LONGEST))),
    )
    .map((text) => fitted(text, minLength, maxLength));
  if (pattern === undefined) return free.filter(fits);
  const expression = new RegExp(pattern, 'u');
  const allows = (text: string): boolean => fits(text) && expression.test(text);
  // For a negated character class, other characters are removed; for other patterns, text is generated.
  if (NEGATED_CLASS.test(pattern)) {
    const only = (text: string) => [...text].filter((char) => expression.test(char)).join('');
    return free.map((text) => fitted(only(text), minLength, maxLength)).filter(allows);
  }
  return matching(pattern).filter(allows);
}

const matchingText = new Map<string, fc.Arbitrary<string>>();

/** Remembered, because making one took longer than the requests with its values. */
function matching(pattern: string): fc.Arbitrary<string> {
  const made = matchingText.get(pattern) ?? fc.stringMatching(new RegExp(withRanges(pattern), 'u'));
  matchingText.set(pattern, made);
  return made;
}

/** fast-check knows no characters of these kinds. Text with half of a pair never matches. */
const withRanges = (pattern: string): string =>
  pattern.replaceAll('\\p{Cc}', '\\x00-\\x1f\\x7f-\\x9f').replaceAll('\\p{Cs}', '');

const NEGATED_CLASS = /^\^\[\^.*\](\*|\{0,\d+\})\$$/;

/** Trims, cuts and pads the text to the allowed length. */
function fitted(text: string, min: number, max: number): string {
  const cut = [...text.trim()].slice(0, max).join('').trim();
  return cut + 'x'.repeat(Math.max(0, min - [...cut].length));
}
