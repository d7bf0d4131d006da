import { hostname } from 'node:os';
import { type LatencyBuckets, latencyBucket } from '@poklik/domain/service/latency-histogram';
import type { Logger } from 'pino';
import type { Database } from '../stores/postgres.ts';
import { processFigures } from '../stores/tables/trackers.ts';

const INTERVAL_MS = 10_000;

/** Counts since the start of the process. */
export interface ProcessCounts {
  redirects: number;
  unrecorded: number;
}

/** Durations since they were last taken. */
export interface Latencies {
  observe(seconds: number): void;
  take(): LatencyBuckets;
}

export function createLatencies(): Latencies {
  let buckets: LatencyBuckets = {};
  return {
    observe(seconds) {
      const bucket = latencyBucket(seconds);
      buckets[bucket] = (buckets[bucket] ?? 0) + 1;
    },
    take() {
      const taken = buckets;
      buckets = {};
      return taken;
    },
  };
}

interface FiguresOptions {
  /** A promise while PostgreSQL is starting. */
  db: Database | Promise<Database>;
  role: 'main' | 'tracker';
  /** Nothing for a process that serves no clicks. */
  readCounts?: () => ProcessCounts;
  latencies?: Latencies;
  log: Logger;
}

/** Writes what this process does every ten seconds. Counts that can't be written are written later, durations are lost. */
export function startProcessFigures({ db, role, readCounts, latencies, log }: FiguresOptions): () => void {
  const read = readCounts ?? (() => ({ redirects: 0, unrecorded: 0 }));
  let [before, writtenAt] = [read(), performance.now()];
  let isWriting = false;
  async function write(): Promise<void> {
    const [now, at] = [read(), performance.now()];
    const row = {
      process: `${hostname()}:${process.pid}`,
      role,
      seconds: Math.max(1, Math.round((at - writtenAt) / 1000)),
      redirects: now.redirects - before.redirects,
      unrecorded: now.unrecorded - before.unrecorded,
      memoryBytes: process.memoryUsage.rss(),
      latency: latencies?.take() ?? {},
    };
    await (await db).insert(processFigures).values(row);
    [before, writtenAt] = [now, at];
  }
  const timer = setInterval(() => {
    // While the database doesn't answer, one attempt waits for it.
    if (isWriting) return;
    isWriting = true;
    write()
      .catch((error: unknown) => log.debug({ err: error }, 'figures of this process not written'))
      .finally(() => {
        isWriting = false;
      });
  }, INTERVAL_MS);
  timer.unref();
  return () => clearInterval(timer);
}
