import { Readable } from 'node:stream';

/** A reader that takes nothing for this long has gone without saying so. */
const STALL_MS = 60_000;

/**
 * Text in parts; the next is made when the reader has taken the one before. What goes wrong before the first part is
 * thrown, so that it can still be answered with a status.
 */
export async function streamedText(parts: AsyncIterable<string>): Promise<Readable> {
  const iterator = parts[Symbol.asyncIterator]();
  let first: IteratorResult<string> | undefined = await iterator.next();
  let stall: NodeJS.Timeout | undefined;

  async function push(stream: Readable): Promise<void> {
    const { done, value } = first ?? (await iterator.next());
    first = undefined;
    stall = setTimeout(() => stream.destroy(new Error('the reader takes nothing')), STALL_MS);
    stream.push(done ? null : value);
  }

  return new Readable({
    read() {
      clearTimeout(stall);
      push(this).catch((error: Error) => this.destroy(error));
    },
    destroy(error, done) {
      clearTimeout(stall);
      // Lets go of what the parts are read from, also when the reader left half-way.
      const left = iterator.return?.() ?? Promise.resolve();
      left.then(
        () => done(error),
        () => done(error),
      );
    },
  });
}
