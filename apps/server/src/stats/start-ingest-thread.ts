import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

export interface IngestThreadData {
  /** Of the store. */
  url: string;
  /** DATA_DIR/events. */
  folder: string;
  keepDays: number;
  logLevel: string;
}

/** Beside this file, in the sources and in the bundle alike. */
const THREAD_PROGRAM = new URL(
  import.meta.url.endsWith('.ts') ? './ingest-thread.ts' : './ingest-thread.js',
  import.meta.url,
);

/** Fills the store from a thread of its own. Should that one fail, it ends this process, which is started anew. */
export function startIngestThread(data: IngestThreadData): { stop(): Promise<void> } {
  const thread = new Worker(THREAD_PROGRAM, { workerData: data });
  return {
    async stop() {
      const ended = once(thread, 'exit');
      thread.postMessage('stop');
      await ended;
    },
  };
}
