import { once } from 'node:events';
import type { LogFormat } from '../config.ts';
import { startThread } from '../thread.ts';

export interface IngestThreadData {
  /** Of the store. */
  url: string;
  /** DATA_DIR/events. */
  folder: string;
  keepDays: number;
  logLevel: string;
  logFormat: LogFormat;
}

/** Fills the store from a thread of its own. Should that one fail, it ends this process, which is started anew. */
export function startIngestThread(data: IngestThreadData): { stop(): Promise<void> } {
  const thread = startThread(import.meta.url, 'ingest-thread', data);
  return {
    async stop() {
      const ended = once(thread, 'exit');
      thread.postMessage('stop');
      await ended;
    },
  };
}
