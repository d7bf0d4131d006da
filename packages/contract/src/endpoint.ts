import type * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';
import type { Permission } from './permissions.ts';

export type Schema = z.ZodMiniType;

export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Written as in the specification, with `{name}` for a path parameter; the prefix /v1 is added once, where it is served. */
  path: `/${string}`;
  /** Required, so that no endpoint can be declared without saying who may call it. */
  access: 'public' | 'session' | Permission;
  /** One English sentence for the API reference. */
  summary: string;
  params?: Schema;
  /** Always an object, so that a parameter it does not name can be told to the caller. */
  query?: z.ZodMiniObject;
  body?: Schema;
  /** Where a body may be larger than usual. */
  bodyBytesMax?: number;
  response: Schema;
  /** `json` unless said otherwise; `redirect` answers 302 to the URL it returns; `events` sends `response` values as server-sent events; `csv` sends its text as a file, `pdf` the bytes that its base64 stands for; `json_stream` is JSON for the caller, written in parts. */
  kind?: 'json' | 'json_stream' | 'redirect' | 'events' | 'csv' | 'pdf';
  /** The name under which a file is saved. */
  file?: string;
  /** 200 unless something is created. */
  status?: 200 | 201;
  /** Takes long: an account has one such request at a time. */
  isLong?: true;
  /** Takes the header Idempotency-Key: the same request under the same key has one effect and one answer. */
  isIdempotent?: true;
  /** Failures of this endpoint alone; those that follow from `access` and from bad input are implied. */
  errors?: readonly ErrorCode[];
}

export type Api = Record<string, Endpoint>;

export const endpoint = <const E extends Endpoint>(definition: E): E => definition;

type Part = 'params' | 'query' | 'body';
type Declared<E extends Endpoint> = { [P in Part]: E[P] extends Schema ? P : never }[Part];

/** What a caller sends: only the parts that the endpoint declares. */
export type RequestOf<E extends Endpoint> = { [P in Declared<E>]: z.input<NonNullable<E[P]>> };

/** What a handler receives: the same parts, parsed. */
export type ParsedOf<E extends Endpoint> = { [P in Declared<E>]: z.output<NonNullable<E[P]>> };

export type ResponseOf<E extends Endpoint> = z.output<E['response']>;
