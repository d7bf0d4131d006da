import { randomUUID } from 'node:crypto';
import type { Services } from '../../services.ts';
import { type ConversionFact, factKey, insertFacts, listFactKeys } from '../../stats/conversion-facts.ts';
import { findAnalyticsId } from '../../stats/find-analytics-id.ts';
import { changeOrigin, repairRollups } from '../../stats/repair-rollups.ts';
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
/** So soon a store that was put in the place of another is noticed while there is nothing new to bring. */
const STORE_CHECK_INTERVAL_MS = 10_000;

export interface SyncState {
  storeId: string | null;
  /** When it was last asked who it is, by the clock of this process. */
  checkedAt: number;
}

export const INITIAL_SYNC_STATE: Readonly<SyncState> = { storeId: null, checkedAt: Number.NEGATIVE_INFINITY };

/**
 * Brings every change of a conversion into the statistics store, each once, whatever is killed meanwhile. A batch is
 * written down before it is sent and never changes, so a further attempt sends the same rows under the same token, and
 * the store's own word says which of them are there. True when there may be more.
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
    // The token of all of them may only stand for all of them.
    if (missing.length < facts.length) token = randomUUID();
    await insertFacts(client, missing, token);
    // A store that lost the rows and not the token drops them: then they go under another one.
    token = randomUUID();
  }
  throw new Error('facts that were acknowledged are not there');
}
