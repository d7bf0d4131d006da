import { Readable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import { API_PREFIX } from '@poklik/contract/api';
import type { Api, Endpoint, ParsedOf } from '@poklik/contract/endpoint';
import { AppError } from '@poklik/contract/errors';
import { IGNORED_PARAMETERS_HEADER } from '@poklik/contract/ignored-parameters';
import { problemsByField } from '@poklik/contract/issues';
import type { PlanFeature } from '@poklik/contract/plan-features';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import type { Authenticate, Caller, Visitor } from './caller.ts';
import { readIdempotencyKey } from './idempotency.ts';
import { ignoredParameters, ignoredParametersHeader, withIgnoredParameters } from './ignored-parameters.ts';
import { negotiateLanguage } from './language.ts';
import type { AccountTurns } from './limits/account-turns.ts';
import type { ExportLimiter } from './limits/export-limiter.ts';
import { type RequestLimits, waitError } from './limits/request-limits.ts';
import type { StreamLimiter } from './limits/stream-limiter.ts';
import { redactMoney, sortsByMoney } from './redact-money.ts';
import { eventStream } from './streams/event-stream.ts';
import { streamText } from './streams/stream-text.ts';

type CallerOf<E extends Endpoint> = E['access'] extends 'public' ? Visitor : Caller;
type HandlerResult<E extends Endpoint> = E['kind'] extends 'events'
  ? AsyncIterable<z.input<E['response']>>
  : E['kind'] extends 'csv' | 'json_stream'
    ? Promise<AsyncIterable<string>>
    : Promise<z.input<E['response']>>;
type Handler<E extends Endpoint> = (caller: CallerOf<E>, input: ParsedOf<E>) => HandlerResult<E>;

/** One function per endpoint: a contract entry without a handler does not compile. */
export type Handlers<A extends Api> = { [K in keyof A]: Handler<A[K]> };

type AnyHandler = (caller: Visitor | Caller, input: object) => Promise<unknown> | AsyncIterable<unknown>;

/** Enough for every form; endpoints that need more say so. */
export const BODY_BYTES_MAX = 256 * 1024;

export interface RouteContext {
  authenticate: Authenticate;
  limits: RequestLimits;
  exports: ExportLimiter;
  streams: StreamLimiter;
  turns: AccountTurns;
  /** Refuses what the account's plan does not include. */
  requireFeature: (caller: Caller, feature: PlanFeature) => Promise<void>;
  /** Records changes made while impersonating a user. */
  recordImpersonatedChange: (caller: Caller, request: { method: string; url: string }) => Promise<void>;
  /** Fires when the server stops and ends open streams. */
  closing: AbortSignal;
}

/** Where an API is served, and where its callers put their token. */
export interface ApiPlace {
  prefix: string;
  readToken(request: FastifyRequest): string | undefined;
}

const readBearerToken = ({ headers }: FastifyRequest): string | undefined =>
  /^Bearer ([\w-]{20,128})$/.exec(headers.authorization ?? '')?.[1];

/** Another tracker's tools send their key in a header of its own. */
export const readApiKey = (request: FastifyRequest): string | undefined =>
  readBearerToken(request) ?? /^[\w-]{20,128}$/.exec(String(request.headers['api-key']))?.[0];

const OWN_API: ApiPlace = { prefix: API_PREFIX, readToken: readBearerToken };

/** Serves every endpoint of a contract: checks access, parses input, validates output. */
export function bindRoutes<A extends Api>(
  app: FastifyInstance,
  context: RouteContext,
  api: A,
  handlers: Handlers<A>,
  { prefix, readToken }: ApiPlace = OWN_API,
): void {
  for (const [name, endpoint] of Object.entries(api)) {
    const handler = handlers[name as keyof A] as unknown as AnyHandler;
    app.route({
      method: endpoint.method,
      url: prefix + endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
      config: { endpoint },
      bodyLimit: endpoint.bodyBytesMax ?? BODY_BYTES_MAX,
      handler: async (request, reply) => {
        const ignored = ignoredParameters(endpoint, request.query);
        if (ignored.length > 0) reply.header(IGNORED_PARAMETERS_HEADER, ignoredParametersHeader(ignored));
        const token = readToken(request);
        const caller = await authorize(context, endpoint, { request, reply, token });
        if (endpoint.feature && 'accountId' in caller) await context.requireFeature(caller, endpoint.feature);
        const input = parseInput(endpoint, request);
        const finish = startCounting(context, endpoint, caller);
        const endTurn = await takeTurn(context, endpoint, caller);
        let stream: unknown;
        try {
          const answer = handler(caller, input);
          if (isImpersonatedChange(endpoint, caller)) {
            await answer;
            await context.recordImpersonatedChange(caller, request);
          }
          const hasAccess = () => revalidateAccess(context, token, caller);
          stream = await send(endpoint, reply, answer, { caller, hasAccess, ignored });
          return stream;
        } finally {
          endTurn?.();
          if (stream instanceof Readable && finish) stream.once('close', finish);
          else finish?.();
        }
      },
    });
  }
}

/** Counts exports and streams until the returned function is called. */
function startCounting(context: RouteContext, endpoint: Endpoint, caller: Visitor | Caller): (() => void) | undefined {
  const known = 'accountId' in caller ? caller : undefined;
  if (endpoint.kind === 'events') return context.streams.open(known);
  return endpoint.isLong && known ? context.exports.start(known.accountId) : undefined;
}

/** Waits until the account reads less at the same time. Streams stay open and don't count. */
const takeTurn = async (
  { turns }: RouteContext,
  endpoint: Endpoint,
  caller: Visitor | Caller,
): Promise<(() => void) | undefined> =>
  endpoint.method === 'GET' && endpoint.kind !== 'events' && 'accountId' in caller
    ? turns.take(caller.accountId)
    : undefined;

/** A change made while impersonating a user; logging out is recorded separately. */
const isImpersonatedChange = (endpoint: Endpoint, caller: Visitor | Caller): caller is Caller =>
  endpoint.method !== 'GET' &&
  endpoint.access !== 'session' &&
  'impersonation' in caller &&
  caller.impersonation !== null;

async function authorize(
  context: RouteContext,
  endpoint: Endpoint,
  { request, reply, token }: { request: FastifyRequest; reply: FastifyReply; token: string | undefined },
): Promise<Visitor | Caller> {
  const visitor: Visitor = {
    language: negotiateLanguage(request.headers['accept-language']),
    ip: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 512),
    signal: createRequestSignal(reply, endpoint.kind === 'events' ? context.closing : undefined),
  };
  if (endpoint.access === 'public') {
    await context.limits.visitor(visitor.ip);
    return visitor;
  }
  const known = token === undefined ? null : await context.authenticate(token, visitor);
  if (!known) {
    await context.limits.visitor(visitor.ip);
    throw new AppError('unauthenticated');
  }
  if (known.apiToken) await countCall(context, reply, known.accountId, known.apiToken.perMinute);
  else await context.limits.user(known.userId);
  if (endpoint.access === 'session' && known.sessionId === null) throw new AppError('forbidden');
  if (endpoint.access !== 'session' && !known.permissions.includes(endpoint.access))
    throw new AppError(known.lacksAcceptance ? 'acceptance_needed' : 'forbidden');
  if (!known.canSeeMoney && sortsByMoney(request.query)) throw new AppError('forbidden');
  const named = endpoint.isIdempotent ? readIdempotencyKey(request) : undefined;
  return { ...visitor, ...known, ...(named ? { named } : {}) };
}

/** Whether the caller still has the same access. */
async function revalidateAccess(
  context: RouteContext,
  token: string | undefined,
  caller: Visitor | Caller,
): Promise<boolean> {
  if (!('permissions' in caller)) return true;
  const known = await context.authenticate(token ?? '', caller);
  return known !== null && isDeepStrictEqual(accessScope(known), accessScope(caller));
}

const accessScope = ({ accountId, campaignIds, canSeeMoney, permissions }: Omit<Caller, keyof Visitor>) => ({
  accountId,
  campaignIds,
  canSeeMoney,
  permissions,
});

/** Sends the rate limit headers of API tokens. */
async function countCall(context: RouteContext, reply: FastifyReply, accountId: number, limit: number): Promise<void> {
  const { used, resetSeconds } = await context.limits.program(accountId);
  reply
    .header('x-ratelimit-limit', limit)
    .header('x-ratelimit-remaining', Math.max(0, limit - used))
    .header('x-ratelimit-reset', resetSeconds);
  if (used > limit) throw waitError(resetSeconds);
}

const redactFor = (caller: Visitor | Caller, value: unknown): unknown =>
  'canSeeMoney' in caller && !caller.canSeeMoney ? redactMoney(value) : value;

/** The request's own signal fires as soon as the body is read; this one fires when the client disconnects. */
function createRequestSignal(reply: FastifyReply, closing: AbortSignal | undefined): AbortSignal {
  const controller = new AbortController();
  const abort = () => {
    closing?.removeEventListener('abort', abort);
    controller.abort();
  };
  if (closing?.aborted) controller.abort();
  closing?.addEventListener('abort', abort);
  reply.raw.once('close', abort);
  return controller.signal;
}

function parseInput(endpoint: Endpoint, request: FastifyRequest): object {
  const input: Record<string, unknown> = {};
  const params = endpoint.params?.safeParse(request.params);
  // An ID of the wrong form is answered like any other unknown ID.
  if (params && !params.success) throw new AppError('not_found');
  if (params) input.params = params.data;
  for (const part of ['query', 'body'] as const) {
    const parsed = endpoint[part]?.safeParse(request[part], { reportInput: true });
    if (!parsed) continue;
    if (!parsed.success) throw new AppError('invalid_request', { fields: problemsByField(parsed.error.issues) });
    input[part] = parsed.data;
  }
  return input;
}

async function send(
  endpoint: Endpoint,
  reply: FastifyReply,
  answer: unknown,
  {
    caller,
    hasAccess,
    ignored,
  }: { caller: Visitor | Caller; hasAccess: () => Promise<boolean>; ignored: readonly string[] },
): Promise<unknown> {
  if (endpoint.kind === 'csv' || endpoint.kind === 'json_stream') {
    const text = await streamText((await answer) as AsyncIterable<string>);
    reply.header('content-type', `${endpoint.kind === 'csv' ? 'text/csv' : 'application/json'}; charset=utf-8`);
    if (endpoint.file) reply.header('content-disposition', `attachment; filename="${endpoint.file}"`);
    return text;
  }
  // Also removes fields that the contract does not name.
  const shown = (value: unknown) => redactFor(caller, endpoint.response.parse(value));
  if (endpoint.kind === 'events') {
    reply
      .header('content-type', 'text/event-stream; charset=utf-8')
      .header('x-accel-buffering', 'no')
      // A stream has its connection to itself: a server that stops need not wait for what else may come on it.
      .header('connection', 'close');
    const listener = { shown, hasAccess, signal: caller.signal };
    return Readable.from(eventStream(answer as AsyncIterable<unknown>, listener));
  }
  const value = shown(await answer);
  if (endpoint.kind === 'redirect') return reply.redirect(value as string, 302);
  if (endpoint.kind === 'xml') {
    reply.header('content-type', 'application/xml; charset=utf-8');
    reply.header('content-disposition', `attachment; filename="${endpoint.file}"`);
    return value;
  }
  if (endpoint.kind === 'pdf') {
    reply.header('content-type', 'application/pdf');
    reply.header('content-disposition', `attachment; filename="${endpoint.file}"`);
    return Buffer.from(value as string, 'base64');
  }
  if (endpoint.kind === 'file') {
    const { name, content } = value as { name: string; content: string };
    // Never the type of the file itself, so that no browser shows what somebody uploaded.
    reply.header('content-type', 'application/octet-stream');
    reply.header('content-disposition', `attachment; filename*=UTF-8''${encodeFileName(name)}`);
    return Buffer.from(content, 'base64');
  }
  reply.code(endpoint.status ?? 200);
  return withIgnoredParameters(value, ignored);
}

/** RFC 8187 allows fewer characters than a URL. */
const encodeFileName = (name: string): string =>
  encodeURIComponent(name).replace(/['()*!]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
