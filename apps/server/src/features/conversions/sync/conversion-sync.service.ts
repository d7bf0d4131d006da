import { randomUUID } from 'node:crypto';
import type { Services } from '../../../services.ts';
import { type ConversionFact, factKey, insertFacts, listFactKeys } from '../../../stats/conversion-facts.ts';
import { findAnalyticsId } from '../../../stats/find-analytics-id.ts';
import { changeOrigin, repairRollups } from '../../../stats/repair-rollups.ts';
import {
  claimBatch,
  completeBatch,
  findOpenBatch,
  hasUnsyncedChanges,
  listBatchFacts,
  resetForNewStore,
  tryLockSync,
} from './conversion-sync.repo.ts';

type Tools = Pick<Services, 'db' | 'clickhouse'>;
const ATTEMPTS = 3;
/** How often to check for a replaced ClickHouse while there is nothing to sync. */
const STORE_CHECK_INTERVAL_MS = 10_000;

export interface SyncState {
  storeId: string | null;
  /** Monotonic time of the last check. */
  checkedAt: number;
}

export const INITIAL_SYNC_STATE: Readonly<SyncState> = { storeId: null, checkedAt: Number.NEGATIVE_INFINITY };

/**
 * Sends every conversion change to ClickHouse exactly once, even if a process is killed. A batch is
 * saved before it is sent and never changes, so a retry sends the same rows with the same deduplication token, and
 * ClickHouse tells which of them it has. Returns true when there may be more.
 */
export async function syncConversions({ db, clickhouse }: Tools, state: SyncState): Promise<boolean> {
  const isStoreCheckDue = performance.now() - state.checkedAt >= STORE_CHECK_INTERVAL_MS;
  if (!isStoreCheckDue && !(await hasUnsyncedChanges(db))) return false;
  const store = await findAnalyticsId(clickhouse.client, 'conversions');
  if (store === null) return false;
  state.checkedAt = performance.now();
  const claimed = await db.transaction(async (tx) => {
    if (!(await tryLockSync(tx))) return null;
    if (state.storeId !== store) await resetForNewStore(tx, store);
    state.storeId = store;
    const open = await findOpenBatch(tx);
    if (open !== null) return { batch: open, isNew: false };
    const batch = await claimBatch(tx);
    return batch === null ? null : { batch, isNew: true };
  });
  if (claimed === null) return false;
  await db.transaction(async (tx) => {
    if (!(await tryLockSync(tx))) return;
    const facts = await listBatchFacts(tx, claimed.batch);
    await sendFacts(clickhouse.client, facts, claimed);
    await completeBatch(tx, claimed.batch);
  });
  return true;
}

async function sendFacts(
  client: Tools['clickhouse']['client'],
  facts: readonly ConversionFact[],
  { batch, isNew }: { batch: number; isNew: boolean },
): Promise<void> {
  const [first, last] = [facts[0]?.change_id, facts.at(-1)?.change_id];
  if (first === undefined || last === undefined) return;
  let token = `conversions ${batch}`;
  if (isNew) {
    await insertFacts(client, facts, token);
    return;
  }
  const origins = [...new Set(facts.map(({ change_id }) => changeOrigin(change_id)))];
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const present = await listFactKeys(client, { from: first, to: last });
    const missing = facts.filter((fact) => !present.has(factKey(fact)));
    if (missing.length === 0) {
      await repairRollups(client, 'sync', { origins });
      return;
    }
    // The batch token must only be used for the complete batch.
    if (missing.length < facts.length) token = randomUUID();
    await insertFacts(client, missing, token);
    // If ClickHouse lost the rows but kept the token, it would drop them as duplicates.
    token = randomUUID();
  }
  throw new Error('acknowledged conversion rows are missing in ClickHouse');
}
