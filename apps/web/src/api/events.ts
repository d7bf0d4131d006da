import type { Endpoint, RequestOf, ResponseOf } from '@poklik/contract/endpoint';
import { ApiError } from './api-error.ts';
import { send } from './client.ts';

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

interface Listener<E extends Endpoint & { kind: 'events' }> {
  endpoint: E;
  request: RequestOf<E>;
  onEvent: (event: ResponseOf<E>) => void;
}

/** Listens to server-sent events while the page is visible. Browsers open six connections per host for all tabs, so background tabs must not use them up. */
export function listen<E extends Endpoint & { kind: 'events' }>(
  endpoint: E,
  request: RequestOf<E>,
  onEvent: (event: ResponseOf<E>) => void,
): () => void {
  let hangUp: (() => void) | undefined;
  const follow = () => {
    if (!document.hidden) hangUp ??= connectWithRetry({ endpoint, request, onEvent });
    else {
      hangUp?.();
      hangUp = undefined;
    }
  };
  document.addEventListener('visibilitychange', follow);
  follow();
  return () => {
    document.removeEventListener('visibilitychange', follow);
    hangUp?.();
  };
}

/** Reconnects on failure. Uses fetch because EventSource can't send the token in a header. */
function connectWithRetry<E extends Endpoint & { kind: 'events' }>({
  endpoint,
  request,
  onEvent,
}: Listener<E>): () => void {
  const stopped = new AbortController();
  void keepListening();
  return () => stopped.abort();

  async function keepListening(): Promise<void> {
    let pause = FIRST_PAUSE_MS;
    while (!stopped.signal.aborted) {
      try {
        const response = await send(endpoint, request, stopped.signal);
        for await (const data of readEvents(response)) {
          pause = FIRST_PAUSE_MS;
          onEvent(endpoint.response.parse(JSON.parse(data)) as ResponseOf<E>);
        }
      } catch (error) {
        if (isRefused(error)) return;
      }
      await sleep(pause * (0.5 + Math.random() / 2), stopped.signal);
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
    }
  }
}

/** Retrying won't help: not logged in, forbidden or not found. */
const isRefused = (error: unknown): boolean =>
  error instanceof ApiError && error.status !== undefined && [401, 403, 404].includes(error.status);

/** The `data` of each event, in the format of the HTML standard. */
export async function* readEvents(response: Response): AsyncGenerator<string> {
  if (!response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  let data: string[] = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (rest + value).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line.startsWith('data:')) data.push(line.slice(5).replace(/^ /, ''));
      if (line !== '' || data.length === 0) continue;
      yield data.join('\n');
      data = [];
    }
  }
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
