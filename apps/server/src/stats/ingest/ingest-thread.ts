// The ingest thread. While the main thread of the embedded engine inserts rows, this one reads the next.
import { parentPort, workerData } from 'node:worker_threads';
import { createLog } from '../../log.ts';
import { connect } from '../../stores/clickhouse.ts';
import { startIngest } from './ingest.ts';
import type { IngestThreadData } from './start-ingest-thread.ts';

const { url, logLevel, logFormat, ...options } = workerData as IngestThreadData;
const client = connect(url);
const ingest = startIngest({ ...options, client, log: createLog(logLevel, logFormat) });
parentPort?.once('message', async () => {
  await ingest.stop();
  await client.close();
});
