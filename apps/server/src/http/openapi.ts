import { API_PREFIX, api } from '@poklik/contract/api';
import type { Api, Endpoint, Schema } from '@poklik/contract/endpoint';
import { ERROR_STATUS, ErrorBody, type ErrorCode } from '@poklik/contract/errors';
import { IGNORED_PARAMETERS_HEADER, IgnoredParameters } from '@poklik/contract/ignored-parameters';
import { translator } from '../i18n/translate.ts';
import { BODY_BYTES_MAX } from './bind.ts';
import { KEY_PATTERN } from './idempotency.ts';
import type { ApiResponse, JsonSchema, Method, OpenApiDocument, Operation, Parameter } from './openapi-document.ts';
import { exampleOf, jsonSchemaOf, parametersOf } from './openapi-schemas.ts';

const DESCRIPTION = [
  'Send an API token, or the token of `POST /login`, as `Authorization: Bearer …`; cookies are never read.',
  'Texts come in the language of `Accept-Language`: uk (or ua), ru, en.',
  'Text is trimmed before it is checked; lengths count Unicode code points.',
  'Where money moves, send an `Idempotency-Key` of your own: for 24 hours the same request under the same key has one effect and one answer, and another request under it is refused.',
  'Query parameters that a call does not know are ignored and listed in `meta.ignored_parameters` of answers with `data`, and on every answer in the header `X-Ignored-Parameters`.',
  'Unknown fields of a body are ignored; an answer never carries a field that is not described.',
].join('\n');

/** The whole API as one document. It says nothing that the contract does not say. */
export function openApiDocument({ appName, publicUrl }: { appName: string; publicUrl: string }): OpenApiDocument {
  const features: Record<string, Api> = api;
  const paths: OpenApiDocument['paths'] = {};
  for (const [feature, endpoints] of Object.entries(features)) {
    for (const [name, endpoint] of Object.entries(endpoints)) {
      paths[endpoint.path] ??= {};
      Object.assign(paths[endpoint.path] ?? {}, {
        [endpoint.method.toLowerCase() as Method]: operationOf(feature, name, endpoint),
      });
    }
  }
  return {
    openapi: '3.1.1',
    info: { title: `${appName} API`, version: API_PREFIX.slice(1), description: DESCRIPTION },
    servers: [{ url: publicUrl + API_PREFIX }],
    tags: Object.keys(features).map((name) => ({ name })),
    paths,
    components: {
      schemas: { ErrorBody: jsonSchemaOf(ErrorBody, 'output') },
      headers: {
        IgnoredParameters: {
          description: 'Query parameters that this call does not know, percent-encoded; there only if any were sent.',
          required: false,
          schema: { type: 'string' },
        },
      },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An API token, or the token of `POST /login`.' },
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

function operationOf(feature: string, name: string, endpoint: Endpoint): Operation {
  const parameters: Parameter[] = [
    ...(endpoint.params ? parametersOf(endpoint.params, 'path') : []),
    ...(endpoint.query ? parametersOf(endpoint.query, 'query') : []),
    ...(endpoint.isIdempotent ? [IDEMPOTENCY_KEY] : []),
  ];
  return {
    operationId: `${feature}.${name}`,
    tags: [feature],
    summary: endpoint.summary,
    'x-access': endpoint.access,
    security: endpoint.access === 'public' ? [] : [{ bearer: [] }],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(endpoint.body ? { requestBody: requestBodyOf(endpoint.body, endpoint.bodyBytesMax ?? BODY_BYTES_MAX) } : {}),
    responses: { ...successOf(endpoint), ...failuresOf(endpoint) },
  };
}

function requestBodyOf(body: Schema, bytesMax: number): NonNullable<Operation['requestBody']> {
  const schema = jsonSchemaOf(body, 'input');
  const example = exampleOf(schema, '', (schema.required ?? []).length > 0);
  return { required: true, 'x-bytes-max': bytesMax, content: { 'application/json': { schema, example } } };
}

const IGNORED_HEADER = {
  [IGNORED_PARAMETERS_HEADER]: { $ref: '#/components/headers/IgnoredParameters' },
} satisfies ApiResponse['headers'];

function successOf(endpoint: Endpoint): Record<string, ApiResponse> {
  const headers = IGNORED_HEADER;
  const schema = jsonSchemaOf(endpoint.response, 'output');
  switch (endpoint.kind) {
    case 'redirect': {
      const location = { Location: { description: 'Where to.', required: true, schema } };
      return { 302: { description: 'Leads elsewhere.', headers: { ...headers, ...location } } };
    }
    case 'events': {
      const description = 'Server-sent events; the data of each is JSON of this shape.';
      return {
        200: { description, headers, content: { 'text/event-stream': { schema, example: exampleOf(schema) } } },
      };
    }
    case 'csv': {
      const description = `The file ${endpoint.file}.`;
      return { 200: { description, headers, content: { 'text/csv': { schema, example: '' } } } };
    }
    case 'pdf': {
      const description = `The file ${endpoint.file}.`;
      return { 200: { description, headers, content: { 'application/pdf': { schema, example: '' } } } };
    }
    default: {
      const description = endpoint.status === 201 ? 'Created.' : 'Done.';
      const media = { schema: withIgnoredParameters(schema), example: exampleOf(schema) };
      return { [endpoint.status ?? 200]: { description, headers, content: { 'application/json': media } } };
    }
  }
}

/** Answers with `data` have room for `meta.ignored_parameters`, those without a `meta` of their own too. */
function withIgnoredParameters(schema: JsonSchema): JsonSchema {
  if (!schema.properties?.data) return schema;
  const own = schema.properties.meta ?? { type: 'object', properties: {}, additionalProperties: false };
  const meta = {
    ...own,
    properties: { ...own.properties, ignored_parameters: jsonSchemaOf(IgnoredParameters, 'output') },
  };
  return { ...schema, properties: { ...schema.properties, meta } };
}

/** What can go wrong follows from who may call and what is sent; the rest the endpoint names itself. */
function errorCodesOf(endpoint: Endpoint): ErrorCode[] {
  const codes: ErrorCode[] = ['too_many_requests', 'internal', 'unavailable', ...(endpoint.errors ?? [])];
  if (endpoint.access !== 'public') codes.push('unauthenticated', 'ip_not_allowed');
  if (endpoint.access !== 'public') codes.push('forbidden');
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
  'Retry-After': { description: 'Seconds to wait.', required: true, schema: { type: 'integer', minimum: 1 } },
} satisfies ApiResponse['headers'];

function failuresOf(endpoint: Endpoint): Record<string, ApiResponse> {
  const codes = errorCodesOf(endpoint);
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
