/** The part of JSON Schema 2020-12 that the contracts need. */
export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  /** For bodies whose fields depend on each other. */
  examples?: unknown[];
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  minItems?: number;
  maxItems?: number;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  anyOf?: JsonSchema[];
}

export interface Media {
  schema: JsonSchema;
  example?: unknown;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  schema: JsonSchema;
  example: unknown;
}

/** `required` headers are on every response, others only sometimes. */
interface Header {
  description: string;
  required: boolean;
  schema: JsonSchema;
}

export interface ApiResponse {
  description: string;
  headers?: Record<string, Header | { $ref: string }>;
  content?: Record<string, Media>;
}

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  /** `public`, `session` (any logged-in user), or the required permission. */
  'x-access': string;
  security: Record<string, string[]>[];
  parameters?: Parameter[];
  /** `x-bytes-max` is the largest accepted body. */
  requestBody?: { required: true; 'x-bytes-max': number; content: { 'application/json': Media } };
  responses: Record<string, ApiResponse>;
}

export type Method = 'get' | 'post' | 'put' | 'delete';

export interface OpenApiDocument {
  openapi: string;
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Partial<Record<Method, Operation>>>;
  components: {
    schemas: Record<string, JsonSchema>;
    headers: Record<string, Header>;
    securitySchemes: Record<string, { type: string; scheme: string; description: string }>;
  };
}

/** All operations with path and method, in document order. */
export const listOperations = (document: OpenApiDocument): { path: string; method: Method; operation: Operation }[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method as Method, operation })),
  );
