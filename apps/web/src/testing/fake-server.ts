import { API_PREFIX } from '@poklik/contract/api';
import type { Endpoint, ResponseOf } from '@poklik/contract/endpoint';
import { ERROR_STATUS, type ErrorCode } from '@poklik/contract/errors';
import { vi } from 'vitest';

interface Received {
  query: URLSearchParams;
  body: unknown;
}

type Answer = (received: Received) => Response | Promise<Response>;

export const answered = <E extends Endpoint>(endpoint: E, body: ResponseOf<E>): Response =>
  Response.json(body, { status: endpoint.status ?? 200 });

export const errorResponse = (code: ErrorCode, message: string, errors?: Record<string, string[]>): Response =>
  Response.json({ message, code, ...(errors && { errors }) }, { status: ERROR_STATUS[code] });

/** A server that answers by the contract. What is not set up fails the call loudly. */
export function fakeServer() {
  const answers = new Map<string, Answer>();
  const received: string[] = [];
  const keyOf = ({ method, path }: Endpoint) => `${method} ${path.replace(/\{\w+\}/g, '*')}`;

  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    const path = pathname.slice(API_PREFIX.length);
    const method = init.method ?? 'GET';
    received.push(`${method} ${path}`);
    const answer = answers.get(`${method} ${path}`) ?? answers.get(`${method} ${path.replace(/\/\d+(?=\/|$)/g, '/*')}`);
    if (!answer) throw new Error(`nothing answers ${method} ${path}`);
    return answer({ query: searchParams, body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined });
  });

  return {
    received,
    on: (endpoint: Endpoint, answer: Answer) => void answers.set(keyOf(endpoint), answer),
    /** Sends events when told to; the line stays open. */
    onEvents: <E extends Endpoint>(endpoint: E, first: ResponseOf<E>) => {
      const lines: ReadableStreamDefaultController<Uint8Array>[] = [];
      const write = (event: ResponseOf<E>) => new TextEncoder().encode(`data: ${JSON.stringify(event)}\n\n`);
      answers.set(keyOf(endpoint), () => {
        const stream = new ReadableStream<Uint8Array>({
          start: (line) => {
            lines.push(line);
            line.enqueue(write(first));
          },
        });
        return new Response(stream, { headers: { 'content-type': 'text/event-stream' } });
      });
      return (event: ResponseOf<E>) => lines.forEach((line) => void line.enqueue(write(event)));
    },
  };
}
