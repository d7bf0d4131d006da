import type { Schema } from '@poklik/contract/endpoint';
import * as z from 'zod/mini';
import type { JsonSchema, Parameter } from './openapi-document.ts';

/** The shape that a caller sends (`input`) or receives (`output`). */
export function jsonSchemaOf(schema: Schema, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...shape } = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema }) => {
      // The format says it already; its expression is a page long.
      if (jsonSchema.format === 'date-time') delete jsonSchema.pattern;
      // What any whole number in JavaScript is bound by is no rule of ours.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  return shape as JsonSchema;
}

/** Addresses carry text; where we read a number out of it, the number is what the caller needs to know about. */
export function parametersOf(schema: Schema, place: Parameter['in']): Parameter[] {
  const [sent, read] = [jsonSchemaOf(schema, 'input'), jsonSchemaOf(schema, 'output')];
  return Object.entries(sent.properties ?? {}).map(([name, text]) => {
    const value = read.properties?.[name];
    const shape = value?.type === 'integer' ? value : text;
    const required = sent.required?.includes(name) ?? false;
    return { name, in: place, required, schema: shape, example: exampleOf(shape, name) };
  });
}

const EXAMPLES: Record<string, string> = {
  account: 'UA213223130000026007233566001',
  amount: '25.00',
  click_id: '01k9z3m5p7r9t1v3x5z7b9d1f3h5j7',
  company: 'Acme',
  confirmation: 'name@example.com',
  cost_currency: 'USD',
  cost_value: '0.05',
  created_at: '2026-01-31T12:00:00.000Z',
  currency: 'EUR',
  default_payout: '12.50',
  default_url: 'https://shop.example/offer?click={click_id}',
  email: 'name@example.com',
  end_date: '2026-01-31',
  holder: 'Olena Koval',
  id: '01k9z3m5p7r9t1v3x5z7b9d1f3h5j7',
  ids: '01k9z3m5p7r9t1v3x5z7b9d1f3h5j7',
  ip: '192.0.2.0/24',
  ip_addresses: '192.0.2.0/24, 198.51.100.7',
  label: '1',
  message: 'Something worth telling everyone.',
  messenger: '@olena',
  name: 'Olena',
  next: '/v1/notifications?page=2',
  password_confirmation: '<password>',
  payout_currency: 'USD',
  phone: '+380441234567',
  prev: '/v1/notifications?page=1',
  rate: '1.0837',
  ref: 'ABCD2345',
  referral_code: 'ABCD2345',
  start_date: '2026-01-01',
  subject: 'Confirm your e-mail address',
  timezone: 'Europe/Kyiv',
  title: 'News',
  to: 'name@example.com',
  url: 'https://shop.example/offer?click={click_id}',
};

/** What a value may look like; a secret is only named. `requiredOnly` leaves out what a caller need not send. */
export function exampleOf(schema: JsonSchema, name = '', requiredOnly = false): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf?.[0]) return exampleOf(schema.anyOf[0], name, requiredOnly);
  switch ([schema.type].flat()[0]) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([field]) => !requiredOnly || schema.required?.includes(field))
          .map(([field, shape]) => [field, exampleOf(shape, field, requiredOnly)]),
      );
    case 'array':
      return schema.items ? [exampleOf(schema.items, name, requiredOnly)] : [];
    case 'integer':
    case 'number':
      return Math.max(1, schema.minimum ?? 1);
    case 'boolean':
      return true;
    case 'string':
      return schema.format === 'date-time' ? EXAMPLES.created_at : textLike(schema, name);
    default:
      return null;
  }
}

/** The name of the field stands for its value where a value would say less, and where its form allows. */
function textLike({ pattern }: JsonSchema, name: string): string | undefined {
  const known = EXAMPLES[name];
  const candidates = [...(known === undefined ? [] : [known]), `<${name || 'text'}>`, name, '1'];
  return candidates.find((text) => pattern === undefined || new RegExp(pattern, 'u').test(text));
}
