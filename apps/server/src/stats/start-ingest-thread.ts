import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { LogFormat } from '../config.ts';

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
  const thread = startProgram(data);
  return {
    async stop() {
      const ended = once(thread, 'exit');
      thread.postMessage('stop');
      await ended;
    },
  };
}

/** Beside this file, in the sources and in the bundle alike. */
function startProgram(workerData: IngestThreadData): Worker {
  if (!import.meta.url.endsWith('.ts')) {
    return new Worker(new URL('./ingest-thread.js', import.meta.url), { workerData });
  }
  // Whatever reads TypeScript for the first thread does not do so for others, unless they ask for it.
  const [reader, program] = ['tsx/esm/api', './ingest-thread.ts'].map((name) => import.meta.resolve(name));
  const code = `import('${reader}').then(({ register }) => { register(); return import('${program}'); });`;
  return new Worker(code, { eval: true, workerData });
}
