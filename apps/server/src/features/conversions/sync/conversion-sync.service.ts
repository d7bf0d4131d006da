import { randomUUID } from 'node:crypto';
import type { Services } from '../../../services.ts';
import { type ConversionFact, factKey, insertFacts, listFactKeys } from '../../../stats/conversion-facts.ts';
import { findAnalyticsId } from '../../../stats/find-analytics-id.ts';
import { changeOrigin, repairRollups } from '../../../stats/repair-rollups.ts';
import { askAll, type Part, whileSettled } from '../../../stores/shards/ask-shards.ts';
import { catchUp } from '../../../stores/shards/cluster.ts';
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
  /** IDs of the databases by shard. */
  storeIds: Readonly<Record<string, string>>;
  /** Monotonic time of the last check. */
  checkedAt: number;
}

export const INITIAL_SYNC_STATE: Readonly<SyncState> = { storeIds: {}, checkedAt: Number.NEGATIVE_INFINITY };

/**
 * Sends every conversion change to ClickHouse exactly once, even if a process is killed. A batch is
 * saved before it is sent and never changes, so a retry sends the same rows with the same deduplication token, and
 * ClickHouse tells which of them it has. Returns true when there may be more.
 */
export async function syncConversions({ db, clickhouse }: Tools, state: SyncState): Promise<boolean> {
  const isStoreCheckDue = performance.now() - state.checkedAt >= STORE_CHECK_INTERVAL_MS;
  if (!isStoreCheckDue && !(await hasUnsyncedChanges(db))) return false;
  return whileSettled(clickhouse, async () => {
    const parts = await askAll(clickhouse, async (part) => part);
    let hasMore = false;
    const failures: unknown[] = [];
    // A database that does not answer must not hold up the others.
    for (const part of parts) {
      await syncPart(db, part, state).then(
        (found) => {
          hasMore ||= found;
        },
        (error: unknown) => failures.push(error),
      );
    }
    if (failures.length > 0) throw failures[0];
    return hasMore;
  });
}

async function syncPart(db: Tools['db'], { name, client }: Part, state: SyncState): Promise<boolean> {
  const store = await findAnalyticsId(client, 'conversions');
  if (store === null) return false;
  state.checkedAt = performance.now();
  const claimed = await db.transaction(async (tx) => {
    if (!(await tryLockSync(tx))) return null;
    if (state.storeIds[name] !== store) await resetForNewStore(tx, store, name);
    state.storeIds = { ...state.storeIds, [name]: store };
    const open = await findOpenBatch(tx, name);
    if (open !== null) return { batch: open, isNew: false };
    const batch = await claimBatch(tx, name);
    return batch === null ? null : { batch, isNew: true };
  });
  if (claimed === null) return false;
  await db.transaction(async (tx) => {
    if (!(await tryLockSync(tx))) return;
    const facts = await listBatchFacts(tx, claimed.batch, name);
    await sendFacts(client, facts, claimed);
    await completeBatch(tx, claimed.batch, name);
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
    await catchUp(client, ['conversions', 'figures']);
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
