import type * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';
import type { Permission } from './permissions.ts';
import type { PlanFeature } from './plan-features.ts';

export type Schema = z.ZodMiniType;

export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path as in the specification, with `{name}` parameters; the /v1 prefix is added when served. */
  path: `/${string}`;
  /** Required, so no endpoint can be declared without access rules. */
  access: 'public' | 'session' | Permission;
  /** What the account's plan must include. */
  feature?: PlanFeature;
  /** One sentence for the API reference. */
  summary: string;
  params?: Schema;
  /** Always an object, so unknown parameters can be reported to the caller. */
  query?: z.ZodMiniObject;
  body?: Schema;
  /** For endpoints with larger bodies. */
  bodyBytesMax?: number;
  response: Schema;
  /** `json` by default; `redirect` answers 302 to the returned URL; `events` sends `response` values as server-sent events; `csv` sends text as a file, `xml` too, `pdf` the decoded base64, `file` that of `content` under its own `name`; `json_stream` streams JSON. */
  kind?: 'json' | 'json_stream' | 'redirect' | 'events' | 'csv' | 'xml' | 'pdf' | 'file';
  /** File name of the download. */
  file?: string;
  /** 200 unless something is created, or only begun (202). */
  status?: 200 | 201 | 202;
  /** Slow: one such request per account at a time. */
  isLong?: true;
  /** Accepts Idempotency-Key: repeating a request with the same key has one effect and one response. */
  isIdempotent?: true;
  /** Errors specific to this endpoint; those of `access` and validation are implied. */
  errors?: readonly ErrorCode[];
}

export type Api = Record<string, Endpoint>;

export const endpoint = <const E extends Endpoint>(definition: E): E => definition;

type Part = 'params' | 'query' | 'body';
type Declared<E extends Endpoint> = { [P in Part]: E[P] extends Schema ? P : never }[Part];

/** What a caller sends: only the declared parts. */
export type RequestOf<E extends Endpoint> = { [P in Declared<E>]: z.input<NonNullable<E[P]>> };

/** What a handler receives: the same parts, parsed. */
export type ParsedOf<E extends Endpoint> = { [P in Declared<E>]: z.output<NonNullable<E[P]>> };

export type ResponseOf<E extends Endpoint> = z.output<E['response']>;
