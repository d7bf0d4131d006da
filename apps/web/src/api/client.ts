import { API_PREFIX } from '@poklik/contract/api';
import type { Endpoint, RequestOf, ResponseOf } from '@poklik/contract/endpoint';
import { currentLanguage } from '../i18n/i18n.ts';
import { ApiError, errorFromResponse, UNKNOWN_ERROR } from './api-error.ts';
import { currentToken, handleUnauthorized } from './session.ts';

interface Parts {
  params?: Record<string, string | number>;
  query?: Record<string, string | number | undefined>;
  body?: unknown;
}

/** The parts may be omitted when none is required. */
type RequestArguments<E extends Endpoint> =
  Record<string, never> extends RequestOf<E>
    ? [request?: RequestOf<E>, options?: CallOptions]
    : [request: RequestOf<E>, options?: CallOptions];

interface CallOptions {
  signal?: AbortSignal;
  /** Idempotency key for endpoints that accept one: repeating the request has one effect. */
  idempotencyKey?: string;
}

/** Calls an endpoint of the contract with typed request and response. */
export async function call<E extends Endpoint>(
  endpoint: E,
  ...[request, options]: RequestArguments<E>
): Promise<ResponseOf<E>> {
  const response = await send(endpoint, (request ?? {}) as Parts, options?.signal, options?.idempotencyKey);
  try {
    return endpoint.response.parse(await response.json()) as ResponseOf<E>;
  } catch (cause) {
    if (options?.signal?.aborted) throw cause;
    throw new ApiError(UNKNOWN_ERROR, { cause });
  }
}

/** Sends a request; returns a successful response or throws an error for the user. */
export async function send(
  endpoint: Endpoint,
  { params, query, body }: Parts,
  signal?: AbortSignal,
  idempotencyKey?: string,
): Promise<Response> {
  const token = currentToken();
  let response: Response;
  try {
    response = await fetch(urlOf(endpoint, params, query), {
      method: endpoint.method,
      headers: {
        ...headersOf(token, body !== undefined),
        ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new ApiError(UNKNOWN_ERROR, { cause });
  }
  if (response.ok) return response;
  const error = await errorFromResponse(response);
  if (response.status === 401) handleUnauthorized(token);
  throw error;
}

function headersOf(token: string | undefined, hasBody: boolean): Record<string, string> {
  return {
    Accept: 'application/json',
    'Accept-Language': currentLanguage(),
    ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    ...(hasBody ? { 'Content-Type': 'application/json' } : {}),
  };
}

function urlOf(endpoint: Endpoint, params: Parts['params'] = {}, query: Parts['query'] = {}): string {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  const text = search.toString();
  return `${API_PREFIX}${path}${text ? `?${text}` : ''}`;
}

/** A locale file. */
export async function fetchTranslations(language: string, namespace: string): Promise<Record<string, unknown>> {
  const response = await fetch(`/locales/${language}/${namespace}.json`);
  if (!response.ok) throw new ApiError(UNKNOWN_ERROR, { status: response.status });
  return response.json();
}
