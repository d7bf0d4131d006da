import { Readable } from 'node:stream';

/** A client that reads nothing for this long is gone. */
const STALL_TIMEOUT_MS = 60_000;

/**
 * Streams text with backpressure. Errors before the first part are thrown, so that they can be answered with a status.
 */
export async function streamText(parts: AsyncIterable<string>): Promise<Readable> {
  const iterator = parts[Symbol.asyncIterator]();
  let first: IteratorResult<string> | undefined = await iterator.next();
  let stall: NodeJS.Timeout | undefined;

  async function push(stream: Readable): Promise<void> {
    const { done, value } = first ?? (await iterator.next());
    first = undefined;
    stall = setTimeout(() => stream.destroy(new Error('the client reads nothing')), STALL_TIMEOUT_MS);
    stream.push(done ? null : value);
  }

  return new Readable({
    read() {
      clearTimeout(stall);
      push(this).catch((error: Error) => this.destroy(error));
    },
    destroy(error, done) {
      clearTimeout(stall);
      // Closes the source, also when the client disconnects.
      const left = iterator.return?.() ?? Promise.resolve();
      left.then(
        () => done(error),
        () => done(error),
      );
    },
  });
}
