import type { Logger } from 'pino';
import { runLoop } from '../../background-loop.ts';
import type { Listen } from '../../stores/listen.ts';
import type { Database } from '../../stores/postgres.ts';
import type { Snapshot } from '../campaigns/snapshot.ts';
import type { HostIndex, StoredHost } from './host-index.ts';
import { findHosts, listHostMarks } from './hosts.repo.ts';

/** The payload is the ID of a domain. */
const DOMAINS_CHANNEL = 'domains_changed';
const RECHECK_INTERVAL_MS = 60_000;
const HOSTS_PER_QUERY = 500;

/** The state of a domain; null if removed. */
export type HostEntry = { kind: 'host'; id: number; value: StoredHost | null };

export interface HostSync {
  /** Whether all hosts have been read from PostgreSQL since the start. */
  readonly isComplete: boolean;
  close(): Promise<void>;
}

interface HostSyncOptions {
  /** A promise while PostgreSQL is starting. */
  db: Database | Promise<Database>;
  listen: Listen;
  index: HostIndex;
  snapshot: Snapshot<HostEntry>;
  log: Logger;
}

/** Keeps tracking domains in memory in sync with PostgreSQL, like campaigns: by notification, and fully now and then. */
export async function startHostSync({ db, listen, index, snapshot, log }: HostSyncOptions): Promise<HostSync> {
  const changed = new Set<number>();
  let isFullSyncDue = true;
  let isComplete = false;

  await snapshot
    .read(({ id, value }) => (value ? index.put(value) : index.remove(id)))
    .catch((error: unknown) => log.warn({ err: error }, 'host snapshot unreadable'));

  const { markChanged, readChanged } = createHostReader({ db, index, snapshot }, changed);

  const loop = runLoop({
    failure: 'host sync failed',
    log,
    iterate: async () => {
      const isFull = isFullSyncDue;
      try {
        isFullSyncDue = false;
        if (isFull) await markChanged();
        await readChanged();
        if (isFull) isComplete = true;
      } catch (error) {
        isFullSyncDue ||= isFull;
        throw error;
      }
      return false;
    },
  });
  const scheduleFullSync = () => {
    isFullSyncDue = true;
    loop.wake();
  };
  const onChange = (payload: string) => {
    const id = Number(payload);
    if (Number.isSafeInteger(id) && id > 0) changed.add(id);
    else isFullSyncDue = true;
    loop.wake();
  };
  // Changes from before the subscription are found by a full sync.
  const subscription = listen(DOMAINS_CHANNEL, onChange, scheduleFullSync);
  void subscription.then(scheduleFullSync, () => undefined);
  const recheck = setInterval(scheduleFullSync, RECHECK_INTERVAL_MS);
  recheck.unref();

  return {
    get isComplete() {
      return isComplete;
    },
    async close() {
      clearInterval(recheck);
      await loop.stop();
      void subscription.then((stop) => stop()).catch(() => undefined);
      await snapshot.close();
    },
  };
}

/** Reads hosts from PostgreSQL into memory and the snapshot. */
function createHostReader(
  { db, index, snapshot }: Pick<HostSyncOptions, 'db' | 'index' | 'snapshot'>,
  changed: Set<number>,
) {
  function remove(id: number): void {
    if (index.findMark(id) === undefined) return;
    index.remove(id);
    snapshot.put({ kind: 'host', id, value: null });
  }

  async function markChanged(): Promise<void> {
    const hosts = await listHostMarks(await db);
    const listed = new Set(hosts.map(({ id }) => id));
    for (const { id } of [...index.list()]) if (!listed.has(id)) remove(id);
    for (const { id, mark } of hosts) if (index.findMark(id) !== mark) changed.add(id);
  }

  /** IDs that could not be read stay due. */
  async function readChanged(): Promise<void> {
    while (changed.size > 0) {
      const ids = [...changed].slice(0, HOSTS_PER_QUERY);
      for (const id of ids) changed.delete(id);
      try {
        const found = await findHosts(await db, ids);
        const there = new Set(found.map(({ id }) => id));
        // First, because a host may have moved from one domain to another.
        for (const id of ids) if (!there.has(id)) remove(id);
        for (const host of found) {
          index.put(host);
          snapshot.put({ kind: 'host', id: host.id, value: host });
        }
      } catch (error) {
        for (const id of ids) changed.add(id);
        throw error;
      }
    }
  }

  return { markChanged, readChanged };
}
