import { API_PREFIX, api } from '@poklik/contract/api';
import type { Api, Endpoint, Schema } from '@poklik/contract/endpoint';
import { ERROR_STATUS, ErrorBody, type ErrorCode } from '@poklik/contract/errors';
import { IGNORED_PARAMETERS_HEADER, IgnoredParameters } from '@poklik/contract/ignored-parameters';
import { translator } from '../../i18n/translate.ts';
import { BODY_BYTES_MAX } from '../bind-routes.ts';
import { KEY_PATTERN } from '../idempotency.ts';
import type { ApiResponse, JsonSchema, Method, OpenApiDocument, Operation, Parameter } from './openapi-document.ts';
import { buildExample, toJsonSchema, toParameters } from './openapi-schemas.ts';

const DESCRIPTION = [
  'Send an API token as `Authorization: Bearer …`. Cookies are never read.',
  'Unknown query parameters are ignored and named in the `X-Ignored-Parameters` header and, if the response has `data`, in `meta.ignored_parameters`. Unknown body fields are ignored. Responses only have the documented fields.',
  'Messages come in the language of `Accept-Language`: `uk` (or `ua`), `ru` or `en`.',
  'Text is trimmed before it is validated; lengths are in Unicode code points.',
  'Requests that move money accept an `Idempotency-Key`: for 24 hours, repeating a request with the same key has no further effect and returns the same response, and a different request with that key is rejected.',
].join('\n');

/** What API tokens are used for comes first, then the account, then what only operators and the app itself call. */
export const FEATURES = [
  ...[
    'statistics',
    'campaigns',
    'campaignList',
    'campaignOptions',
    'bulkEdits',
    'campaignFiles',
    'learning',
    'replays',
    'offers',
    'landers',
    'conversions',
    'conversionTypes',
    'goals',
    'clicks',
    'costs',
    'networks',
  ],
  ...['trafficSources', 'connections', 'outgoing', 'domains', 'blackList', 'currencyRates', 'vat'],
  ...['apiTokens', 'teamUsers', 'subscriptions', 'tariffs', 'coupons', 'billing', 'invoices'],
  ...['creditNotes', 'paymentMethods', 'transactions', 'bank'],
  ...[
    'referrals',
    'withdrawals',
    'profile',
    'account',
    'audit',
    'notifications',
    'unsubscribe',
    'help',
    'instructions',
    'onboarding',
    'legal',
  ],
  ...['auth', 'security', 'users', 'customers', 'segments', 'overview', 'outbox', 'settings', 'health'],
];

/** The whole API as one document, built from the contract alone. */
export function buildOpenApiDocument({ appName, publicUrl }: { appName: string; publicUrl: string }): OpenApiDocument {
  const features: Record<string, Api> = api;
  const paths: OpenApiDocument['paths'] = {};
  for (const feature of FEATURES) {
    for (const [name, endpoint] of Object.entries(features[feature] ?? {})) {
      paths[endpoint.path] ??= {};
      Object.assign(paths[endpoint.path] ?? {}, {
        [endpoint.method.toLowerCase() as Method]: buildOperation(feature, name, endpoint),
      });
    }
  }
  return {
    openapi: '3.1.1',
    info: { title: `${appName} API`, version: API_PREFIX.slice(1), description: DESCRIPTION },
    servers: [{ url: publicUrl + API_PREFIX }],
    tags: FEATURES.map((name) => ({ name })),
    paths,
    components: {
      schemas: { ErrorBody: toJsonSchema(ErrorBody, 'output') },
      headers: {
        IgnoredParameters: {
          description: 'Unknown query parameters of this request, percent-encoded. Only sent if there are any.',
          required: false,
          schema: { type: 'string' },
        },
      },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'API token, or the token that `POST /login` returns.' },
      },
    },
  };
}

const IDEMPOTENCY_KEY: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', pattern: KEY_PATTERN },
  example: '5f1c9a4e-7f0b-4b59-9d1e-2c1f1a0c7a11',
};

function buildOperation(feature: string, name: string, endpoint: Endpoint): Operation {
  const parameters: Parameter[] = [
    ...(endpoint.params ? toParameters(endpoint.params, 'path') : []),
    ...(endpoint.query ? toParameters(endpoint.query, 'query') : []),
    ...(endpoint.isIdempotent ? [IDEMPOTENCY_KEY] : []),
  ];
  return {
    operationId: `${feature}.${name}`,
    tags: [feature],
    summary: endpoint.summary,
    'x-access': endpoint.access,
    security: endpoint.access === 'public' ? [] : [{ bearer: [] }],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(endpoint.body ? { requestBody: buildRequestBody(endpoint.body, endpoint.bodyBytesMax ?? BODY_BYTES_MAX) } : {}),
    responses: { ...buildSuccess(endpoint), ...buildFailures(endpoint) },
  };
}

function buildRequestBody(body: Schema, bytesMax: number): NonNullable<Operation['requestBody']> {
  const schema = toJsonSchema(body, 'input');
  const small = buildExample(schema, '', (schema.required ?? []).length > 0);
  // Some bodies need one of several optional fields.
  const example = body.safeParse(small).success ? small : buildExample(schema);
  return { required: true, 'x-bytes-max': bytesMax, content: { 'application/json': { schema, example } } };
}

const IGNORED_HEADER = {
  [IGNORED_PARAMETERS_HEADER]: { $ref: '#/components/headers/IgnoredParameters' },
} satisfies ApiResponse['headers'];

function buildSuccess(endpoint: Endpoint): Record<string, ApiResponse> {
  const headers = IGNORED_HEADER;
  const schema = toJsonSchema(endpoint.response, 'output');
  switch (endpoint.kind) {
    case 'redirect': {
      const location = { Location: { description: 'URL of the redirect.', required: true, schema } };
      return { 302: { description: 'Redirect.', headers: { ...headers, ...location } } };
    }
    case 'events': {
      const description = 'Server-sent events. The data of each event is JSON with this schema.';
      return {
        200: { description, headers, content: { 'text/event-stream': { schema, example: buildExample(schema) } } },
      };
    }
    case 'csv': {
      const description = `File ${endpoint.file}.`;
      return { 200: { description, headers, content: { 'text/csv': { schema, example: '' } } } };
    }
    case 'xml': {
      const description = `File ${endpoint.file}.`;
      return { 200: { description, headers, content: { 'application/xml': { schema, example: '' } } } };
    }
    case 'pdf': {
      const description = `File ${endpoint.file}.`;
      return { 200: { description, headers, content: { 'application/pdf': { schema, example: '' } } } };
    }
    case 'file': {
      const description = 'The file, under its own name.';
      const schemaOfFile = { type: 'string', format: 'binary' };
      return {
        200: { description, headers, content: { 'application/octet-stream': { schema: schemaOfFile, example: '' } } },
      };
    }
    default: {
      const description = endpoint.status === 201 ? 'Created.' : 'OK.';
      const media = { schema: withIgnoredParameters(schema), example: buildExample(schema) };
      return { [endpoint.status ?? 200]: { description, headers, content: { 'application/json': media } } };
    }
  }
}

/** Responses with `data` can have `meta.ignored_parameters`, also if they have no `meta` of their own. */
function withIgnoredParameters(schema: JsonSchema): JsonSchema {
  if (!schema.properties?.data) return schema;
  const own = schema.properties.meta ?? { type: 'object', properties: {}, additionalProperties: false };
  const meta = {
    ...own,
    properties: { ...own.properties, ignored_parameters: toJsonSchema(IgnoredParameters, 'output') },
  };
  return { ...schema, properties: { ...schema.properties, meta } };
}

/** Most errors follow from the endpoint's access and input; it names the others itself. */
function listErrorCodes(endpoint: Endpoint): ErrorCode[] {
  const codes: ErrorCode[] = ['too_many_requests', 'internal', 'unavailable', ...(endpoint.errors ?? [])];
  if (endpoint.access !== 'public') codes.push('unauthenticated', 'ip_not_allowed');
  if (endpoint.access !== 'public') codes.push('forbidden');
  if (endpoint.feature) codes.push('feature_not_in_tariff');
  if (endpoint.kind === 'events') codes.push('too_many_streams');
  if (endpoint.isLong) codes.push('export_in_progress');
  if (endpoint.isIdempotent) codes.push('idempotency_key_reused', 'invalid_request');
  if (endpoint.params) codes.push('malformed_request', 'not_found');
  if (endpoint.query || endpoint.body) codes.push('invalid_request');
  if (endpoint.method !== 'GET') codes.push('malformed_request', 'request_too_large', 'unsupported_media_type');
  const known = Object.keys(ERROR_STATUS) as ErrorCode[];
  return known.filter((code) => codes.includes(code));
}

const RETRY_AFTER = {
  'Retry-After': {
    description: 'Seconds to wait before the next request.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
  },
} satisfies ApiResponse['headers'];

function buildFailures(endpoint: Endpoint): Record<string, ApiResponse> {
  const codes = listErrorCodes(endpoint);
  const say = translator('en');
  return Object.fromEntries(
    [...new Set(codes.map((code) => ERROR_STATUS[code]))].map((status) => {
      const own = codes.filter((code) => ERROR_STATUS[code] === status);
      const [first = 'internal'] = own;
      const schema = { $ref: '#/components/schemas/ErrorBody', properties: { code: { enum: own } } };
      const example = { message: say(`errors:${first}`), code: first };
      const response: ApiResponse = {
        description: own.join(', '),
        ...(status === 429 || status === 503 ? { headers: RETRY_AFTER } : {}),
        content: { 'application/json': { schema, example } },
      };
      return [status, response];
    }),
  );
}
