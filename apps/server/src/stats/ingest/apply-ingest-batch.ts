import type { Logger } from 'pino';
import type { Clickhouse } from '../../stores/clickhouse.ts';
import { repairSegments } from '../repair-rollups.ts';
import { applyBatch } from './apply-batch.ts';
import type { IngestBatch } from './ingest-batch.ts';
import type { IngestStores } from './ingest-stores.ts';
import type { RowBatch } from './row-batch.ts';

interface Context {
  log: Logger;
  signal: AbortSignal;
  onRejected: (row: RowBatch, reason: string) => Promise<void>;
  onApplied: (rows: number) => void;
}

/** Inserts all rows of the batch, each in its database, while no account moves. */
export const applyIngestBatch = (
  batch: IngestBatch,
  stores: IngestStores,
  { log, signal, onRejected, onApplied }: Context,
): Promise<void> =>
  stores.whileSettled(async (lost) => {
    const either = AbortSignal.any([signal, lost]);
    for (const { store, rows } of batch.batches()) {
      const client = stores.clients[store] as Clickhouse['client'];
      const segments = rows.ranges().map(({ segment }) => segment);
      const isCertain = await applyBatch(rows, { client, log, signal: either, onRejected });
      if (!isCertain) await repairSegments(client, segments, log);
      onApplied(rows.rows);
    }
  });
