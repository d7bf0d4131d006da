import { notificationsApi } from '@poklik/contract/notifications';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { listen, readEvents } from './events.ts';

afterEach(() => vi.useRealTimers());

/** A stream that arrives in the given pieces. */
const arriving = (pieces: Uint8Array[]): Response =>
  new Response(
    new ReadableStream({
      start: (line) => {
        for (const piece of pieces) line.enqueue(piece);
        line.close();
      },
    }),
  );

const read = async (response: Response): Promise<string[]> => {
  const events: string[] = [];
  for await (const data of readEvents(response)) events.push(data);
  return events;
};

function cut(bytes: Uint8Array, places: number[]): Uint8Array[] {
  const ends = [...new Set(places.map((place) => place % bytes.length))].sort((a, b) => a - b);
  return [...ends, bytes.length].map((end, index) => bytes.slice(ends[index - 1] ?? 0, end));
}

describe('event stream', () => {
  it('is parsed the same however it is split', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'grapheme', minLength: 1 }), { minLength: 1, maxLength: 4 }),
        fc.array(fc.nat(), { maxLength: 6 }),
        fc.constantFrom('\n', '\r\n'),
        async (values, places, end) => {
          const texts = values.map((value) => JSON.stringify(value));
          const stream = texts.map((text) => `: beat${end}${end}event: x${end}data: ${text}${end}${end}`).join('');
          expect(await read(arriving(cut(new TextEncoder().encode(stream), places)))).toEqual(texts);
        },
      ),
      { numRuns: 100 },
    );
  });

  it('ignores an incomplete event', async () => {
    expect(await read(arriving([new TextEncoder().encode('data: 1\n\ndata: 2')]))).toEqual(['1']);
  });
});

describe('listening', () => {
  const event = (count: number) =>
    new TextEncoder().encode(`data: {"notification_count":${count},"newest_unread_id":null}\n\n`);

  it('reconnects until it is stopped', async () => {
    vi.useFakeTimers();
    let calls = 0;
    vi.stubGlobal('fetch', async () => {
      calls += 1;
      return arriving([event(calls)]);
    });
    const heard: number[] = [];
    const stop = listen(notificationsApi.stream, {}, ({ notification_count }) => heard.push(notification_count));
    await vi.advanceTimersByTimeAsync(3_000);
    expect(heard.length).toBeGreaterThan(1);
    stop();
    const before = calls;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(calls).toBe(before);
  });

  it('waits longer after each failure and gives up when rejected', async () => {
    vi.useFakeTimers();
    let calls = 0;
    vi.stubGlobal('fetch', async () => {
      calls += 1;
      return new Response('{}', { status: calls < 4 ? 503 : 403 });
    });
    const stop = listen(notificationsApi.stream, {}, () => {});
    await vi.advanceTimersByTimeAsync(1_000);
    const early = calls;
    await vi.advanceTimersByTimeAsync(120_000);
    expect(early).toBeLessThanOrEqual(2);
    expect(calls).toBe(4);
    stop();
  });

  it('disconnects while the page is hidden', async () => {
    vi.useFakeTimers();
    const lines: AbortSignal[] = [];
    vi.stubGlobal('fetch', (_url: string, { signal }: { signal: AbortSignal }) => {
      lines.push(signal);
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    });
    const look = (isHidden: boolean) => {
      vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden);
      document.dispatchEvent(new Event('visibilitychange'));
      return vi.advanceTimersByTimeAsync(60_000);
    };
    const stop = listen(notificationsApi.stream, {}, () => {});
    await look(false);
    expect(lines.map(({ aborted }) => aborted)).toEqual([false]);
    await look(true);
    expect(lines.map(({ aborted }) => aborted)).toEqual([true]);
    await look(false);
    expect(lines.map(({ aborted }) => aborted)).toEqual([true, false]);
    stop();
    await look(true);
    await look(false);
    expect(lines.map(({ aborted }) => aborted)).toEqual([true, true]);
  });
});
