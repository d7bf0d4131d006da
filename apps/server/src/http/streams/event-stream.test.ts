import { once, setMaxListeners } from 'node:events';
import { endpoint } from '@poklik/contract/endpoint';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { bindRoutes } from '../bind-routes.ts';
import { createAccountTurns } from '../limits/account-turns.ts';
import { createExportLimiter } from '../limits/export-limiter.ts';
import { createRequestLimits } from '../limits/request-limits.ts';
import { createStreamLimiter } from '../limits/stream-limiter.ts';
import { eventStream } from './event-stream.ts';

const listener = (signal = new AbortController().signal, hasAccess = () => true) => ({
  shown: (value: unknown): unknown => value,
  hasAccess: async () => hasAccess(),
  signal,
});

/** Yields its values and then waits forever. */
async function* silentAfter(...values: unknown[]): AsyncGenerator<unknown> {
  yield* values;
  await new Promise(() => {});
}

describe('event streams', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('send each value as one event and end with the source', async () => {
    const source = (async function* () {
      yield { text: 'two\nlines' };
      yield { n: 2 };
    })();
    const sent: string[] = [];
    for await (const text of eventStream(source, listener())) sent.push(text);
    expect(sent).toEqual(['data: {"text":"two\\nlines"}\n\n', 'data: {"n":2}\n\n']);
  });

  it('send a comment while idle', async () => {
    vi.useFakeTimers();
    const stream = eventStream(silentAfter(1), listener());
    expect((await stream.next()).value).toBe('data: 1\n\n');
    for (let beat = 0; beat < 3; beat += 1) {
      const next = stream.next();
      await vi.advanceTimersByTimeAsync(25_000);
      expect((await next).value).toBe(':\n\n');
    }
  });

  it('end before the next value or heartbeat once the listener loses access', async () => {
    vi.useFakeTimers();
    let hasAccess = true;
    const busy = eventStream(
      silentAfter(1, 2),
      listener(undefined, () => hasAccess),
    );
    const idle = eventStream(
      silentAfter(),
      listener(undefined, () => hasAccess),
    );
    expect((await busy.next()).value).toBe('data: 1\n\n');
    hasAccess = false;
    expect((await busy.next()).done).toBe(true);
    const next = idle.next();
    await vi.advanceTimersByTimeAsync(25_000);
    expect((await next).done).toBe(true);
  });

  it('end after ten minutes even if the source is idle and the clock is set back', async () => {
    vi.useFakeTimers();
    const stream = eventStream(silentAfter(), listener());
    let beats = 0;
    const end = (async () => {
      for await (const _ of stream) beats += 1;
    })();
    await vi.advanceTimersByTimeAsync(5 * 60_000);
    vi.setSystemTime(Date.now() - 3_600_000);
    await vi.advanceTimersByTimeAsync(5 * 60_000);
    await end;
    expect(beats).toBe(24);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('end when the client disconnects, and leave no timer', async () => {
    vi.useFakeTimers();
    const leave = new AbortController();
    const stream = eventStream(silentAfter(), listener(leave.signal));
    const next = stream.next();
    leave.abort();
    await next;
    expect((await stream.next()).done).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });
});

const ticksApi = {
  ticks: endpoint({
    method: 'GET',
    path: '/ticks',
    access: 'public',
    summary: 'Ticks.',
    kind: 'events',
    response: z.object({ n: z.int() }),
  }),
};

describe('event stream endpoints', () => {
  let app: FastifyInstance;
  let open = 0;
  afterEach(() => app.close());

  async function start(): Promise<string> {
    app = Fastify({ keepAliveTimeout: 65_000 });
    const closing = new AbortController();
    setMaxListeners(0, closing.signal);
    app.addHook('preClose', async () => closing.abort());
    const gate = {
      authenticate: async () => null,
      recordImpersonatedChange: async () => {},
      requireFeature: async () => {},
      exports: createExportLimiter(),
      turns: createAccountTurns(),
      streams: createStreamLimiter(),
      limits: createRequestLimits({ limits: { visitorPerMinute: 1e6, userPerMinute: 1e6 } }),
      closing: closing.signal,
    };
    bindRoutes(app, gate, ticksApi, {
      ticks: async function* (visitor) {
        open += 1;
        try {
          yield { n: 1, secret: 'not in the contract' };
          await once(visitor.signal, 'abort');
        } finally {
          open -= 1;
        }
      },
    });
    return app.listen({ host: '127.0.0.1', port: 0 });
  }

  it('send only contract fields, uncached and unbuffered', async () => {
    const address = await start();
    const leave = new AbortController();
    const response = await fetch(`${address}/v1/ticks`, { signal: leave.signal });
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(response.headers.get('x-accel-buffering')).toBe('no');
    const first = await response.body?.getReader().read();
    expect(new TextDecoder().decode(first?.value)).toBe('data: {"n":1}\n\n');
    leave.abort();
  });

  it('close their source when the client disconnects', async () => {
    const address = await start();
    const leave = new AbortController();
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => fetch(`${address}/v1/ticks`, { signal: leave.signal })),
    );
    await Promise.all(responses.map((response) => response.body?.getReader().read()));
    expect(open).toBe(20);
    leave.abort();
    await vi.waitFor(() => expect(open).toBe(0), 15_000);
  });

  it('do not keep the server from stopping', async () => {
    const address = await start();
    const response = await fetch(`${address}/v1/ticks`);
    const reader = response.body?.getReader();
    await reader?.read();
    const started = performance.now();
    await app.close();
    expect((await reader?.read())?.done).toBe(true);
    expect(performance.now() - started).toBeLessThan(5_000);
    expect(open).toBe(0);
  });
});
