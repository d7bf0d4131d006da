import type { Schema } from '@poklik/contract/endpoint';
import { CalendarDay } from '@poklik/contract/fields';
import * as z from 'zod/mini';
import type { JsonSchema, Parameter } from './openapi-document.ts';

const DAY_PATTERN = z.toJSONSchema(CalendarDay).pattern;

/** The shape that a caller sends (`input`) or receives (`output`). */
export function toJsonSchema(schema: Schema, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...shape } = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema }) => {
      if (jsonSchema.pattern === DAY_PATTERN) jsonSchema.format = 'date';
      // The format is enough; the regular expression is very long.
      if (jsonSchema.format === 'date-time' || jsonSchema.format === 'date') delete jsonSchema.pattern;
      // Limits of JavaScript integers aren't limits of the API.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  return shape as JsonSchema;
}

/** Paths and queries carry text. Where it is parsed as a number, the number's schema is what the caller needs. */
export function toParameters(schema: Schema, place: Parameter['in']): Parameter[] {
  const [sent, read] = [toJsonSchema(schema, 'input'), toJsonSchema(schema, 'output')];
  return Object.entries(sent.properties ?? {}).map(([name, text]) => {
    const value = read.properties?.[name];
    const shape = value?.type === 'integer' ? value : text;
    const required = sent.required?.includes(name) ?? false;
    return { name, in: place, required, schema: shape, example: buildExample(shape, name) };
  });
}

const EXAMPLES: Record<string, string> = {
  btcpay_api_key: '0123456789abcdef',
  btcpay_store_id: 'StoreStoreStoreStoreStoreStoreStoreStore1234',
  btcpay_url: 'https://btcpay.example',
  btcpay_webhook_secret: '0123456789abcdef',
  country: 'EE',
  country_code: 'EE',
  liqpay_private_key: '0123456789abcdef',
  liqpay_public_key: 'i00000000001',
  monobank_token: '0123456789abcdef',
  seller_country: 'EE',
  seller_postcode: '10111',
  seller_vat_id: 'EE100207415',
  vat_id: 'EE100207415',
  vat_currency: 'EUR',
  accent_color: '#006d8f',
  account: 'UA213223130000026007233566001',
  amount: '25.00',
  click_id: '01k9z3m5p7r9t1v3x5z7b9d1f3h5j7',
  company: 'Acme',
  confirmation: 'name@example.com',
  cost_currency: 'USD',
  cost_value: '0.05',
  countries: 'DE',
  created_at: '2026-01-31T12:00:00.000Z',
  currency: 'EUR',
  default_payout: '12.50',
  default_url: 'https://shop.example/offer?click={click_id}',
  docs_url: 'https://source.example/docs',
  email: 'name@example.com',
  end: '2026-01-31',
  end_date: '2026-01-31',
  favicon: '0'.repeat(64),
  file_key: `12-${'0'.repeat(32)}`,
  hash: '0'.repeat(64),
  holder: 'Olena Koval',
  host: 'go.shop.example',
  id: '01k9z3m5p7r9t1v3x5z7b9d1f3h5j7',
  ids: '01k9z3m5p7r9t1v3x5z7b9d1f3h5j7',
  invoice_prefix: 'INV',
  ip: '192.0.2.0/24',
  ip_addresses: '192.0.2.0/24, 198.51.100.7',
  label: '1',
  logo_dark: '0'.repeat(64),
  logo_light: '0'.repeat(64),
  mail_from: 'mail@app.example',
  message: 'New traffic sources are available.',
  messenger: '@olena',
  name: 'Olena',
  next: '/v1/notifications?page=2',
  not_found_url: 'https://shop.example/',
  page_url: 'https://shop.example/thanks',
  password_confirmation: '<password>',
  payout_currency: 'USD',
  phone: '+380441234567',
  place: '1:2',
  png: 'iVBORw0KGgo=',
  content: 'aWQ7Y29zdAo=',
  prev: '/v1/notifications?page=1',
  public_url: 'https://app.example',
  rate: '1.0837',
  ref: 'ABCD2345',
  referral_code: 'ABCD2345',
  referral_percent: '10',
  root_url: 'https://shop.example/',
  sign_up_domains: 'example.com',
  smtp_host: 'mail.example',
  start: '2026-01-01',
  start_date: '2026-01-01',
  dunning_days: '1,3,5,6',
  stripe_secret_key: 'sk_live_0000000000',
  stripe_webhook_secret: 'whsec_0000000000',
  subject: 'Verify your email',
  subscriber: `12-${'0'.repeat(43)}`,
  support_email: 'help@app.example',
  support_url: 'https://help.example/',
  tax_percent: '20',
  timezone: 'Europe/Kyiv',
  title: 'News',
  to: 'name@example.com',
  tracking_url: 'https://track.example',
  uid: 'k3v9x2ab',
  url: 'https://shop.example/offer?click={click_id}',
  wayforpay_account: 'test_merch_n1',
  wayforpay_secret_key: '0123456789abcdef',
  withdrawal_fee: '0',
  withdrawal_min: '20',
  withdrawal_two_approvers_from: '1000',
};

/** An example value; secrets are only named. `requiredOnly` leaves out optional fields. */
export function buildExample(schema: JsonSchema, name = '', requiredOnly = false): unknown {
  if (schema.examples) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf?.[0]) return buildExample(schema.anyOf[0], name, requiredOnly);
  switch ([schema.type].flat()[0]) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? requiredOf(schema))
          .filter(([field]) => !requiredOnly || schema.required?.includes(field))
          .map(([field, shape]) => [field, buildExample(shape, field, requiredOnly)]),
      );
    case 'array':
      return schema.items ? [buildExample(schema.items, name, requiredOnly)] : [];
    case 'integer':
    case 'number':
      return Math.max(1, schema.minimum ?? 1);
    case 'boolean':
      return true;
    case 'string':
      if (schema.format === 'date') return EXAMPLES[name] ?? EXAMPLES.start_date;
      return schema.format === 'date-time' ? EXAMPLES.created_at : exampleText(schema, name);
    default:
      return null;
  }
}

/** The required fields of an object whose values all have one shape. */
const requiredOf = ({ required = [], additionalProperties: shape }: JsonSchema): Record<string, JsonSchema> =>
  typeof shape === 'object' ? Object.fromEntries(required.map((field) => [field, shape])) : {};

/** A known example, or the field's name in angle brackets, whichever the pattern allows. */
function exampleText({ pattern }: JsonSchema, name: string): string | undefined {
  const known = EXAMPLES[name];
  const candidates = [...(known === undefined ? [] : [known]), `<${name || 'text'}>`, name, '1', '1.1'];
  return candidates.find((text) => pattern === undefined || new RegExp(pattern, 'u').test(text));
}
