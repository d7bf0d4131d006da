import { once } from 'node:events';
import type { LogFormat } from '../../config.ts';
import { startThread } from '../../thread.ts';

export interface IngestThreadData {
  /** Of ClickHouse. */
  url: string;
  /** DATA_DIR/events. */
  folder: string;
  keepDays: number;
  logLevel: string;
  logFormat: LogFormat;
}

/** Runs the ingest in a worker thread. If the thread fails, the process ends and is restarted. */
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
