import type { Logger } from 'pino';
import { runLoop } from '../background-loop.ts';
import type { Listen } from '../stores/listen.ts';
import type { Database } from '../stores/postgres.ts';
import type { SecretBox } from '../stores/secret-box.ts';
import { openSnapshot, type Snapshot } from '../tracking/campaigns/snapshot.ts';
import { parseCertificate } from './certificate.ts';
import type { CertificateStore } from './certificate-store.ts';
import { findCertificates, listCertificateMarks, type StoredCertificate } from './stored-certificates.repo.ts';

/** The payload is the ID of a certificate. */
const CERTIFICATES_CHANNEL = 'certificates_changed';
const RECHECK_INTERVAL_MS = 60_000;
const CERTIFICATES_PER_QUERY = 200;

/** The keys in it are sealed; null if removed. */
type CertificateEntry = { kind: 'certificate'; id: number; value: StoredCertificate | null };

interface CertificateSyncOptions {
  /** A promise while PostgreSQL is starting. */
  db: Database | Promise<Database>;
  listen: Listen;
  /** Opens private keys. */
  box: SecretBox;
  store: Pick<CertificateStore, 'put' | 'remove'>;
  snapshotPath: string;
  log: Logger;
}

/** Keeps ordered certificates in memory in sync with PostgreSQL. Without it, those of the snapshot are served. */
export async function startCertificateSync(options: CertificateSyncOptions): Promise<{ close(): Promise<void> }> {
  const { db, listen, snapshotPath, log } = options;
  const snapshot = openSnapshot<CertificateEntry>(snapshotPath, log);
  const loaded = createLoader(options);
  await snapshot
    .read(({ id, value }) => (value ? loaded.put(id, value) : loaded.remove(id)))
    .catch((error: unknown) => log.warn({ err: error }, 'certificate snapshot unreadable'));

  const changed = new Set<number>();
  let isFullSyncDue = true;
  const loop = runLoop({
    failure: 'certificate sync failed',
    log,
    iterate: async () => {
      const isFull = isFullSyncDue;
      try {
        isFullSyncDue = false;
        if (isFull) await markChanged(await db, loaded, snapshot, changed);
        await readChanged(await db, loaded, snapshot, changed);
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
    changed.add(Number(payload));
    loop.wake();
  };
  const subscription = listen(CERTIFICATES_CHANNEL, onChange, scheduleFullSync);
  void subscription.then(scheduleFullSync, () => undefined);
  const recheck = setInterval(scheduleFullSync, RECHECK_INTERVAL_MS);
  recheck.unref();
  return {
    async close() {
      clearInterval(recheck);
      await loop.stop();
      void subscription.then((stop) => stop()).catch(() => undefined);
      await snapshot.close();
    },
  };
}

type Loader = ReturnType<typeof createLoader>;

/** One unusable certificate must not take the others away. */
function createLoader({ store, box, log }: Pick<CertificateSyncOptions, 'store' | 'box' | 'log'>) {
  const marks = new Map<number, string>();
  return {
    marks,
    put(id: number, { chain, keySealed, mark }: StoredCertificate) {
      marks.set(id, mark);
      try {
        const certificate = parseCertificate(chain, box.open(keySealed));
        store.put(id, certificate);
        log.debug({ hosts: certificate.names }, 'certificate loaded');
      } catch (error) {
        log.error({ certificate: id, reason: (error as Error).message }, 'certificate unusable');
      }
    },
    remove(id: number) {
      marks.delete(id);
      store.remove(id);
    },
  };
}

type EntrySnapshot = Pick<Snapshot<CertificateEntry>, 'put'>;

function forget(loaded: Loader, snapshot: EntrySnapshot, id: number): void {
  if (!loaded.marks.has(id)) return;
  loaded.remove(id);
  snapshot.put({ kind: 'certificate', id, value: null });
}

async function markChanged(db: Database, loaded: Loader, snapshot: EntrySnapshot, changed: Set<number>): Promise<void> {
  const listed = new Map((await listCertificateMarks(db)).map(({ id, mark }) => [id, mark]));
  for (const id of [...loaded.marks.keys()]) if (!listed.has(id)) forget(loaded, snapshot, id);
  for (const [id, mark] of listed) if (loaded.marks.get(id) !== mark) changed.add(id);
}

/** IDs that could not be read stay due. */
async function readChanged(db: Database, loaded: Loader, snapshot: EntrySnapshot, changed: Set<number>): Promise<void> {
  while (changed.size > 0) {
    const ids = [...changed].slice(0, CERTIFICATES_PER_QUERY);
    const found = await findCertificates(db, ids);
    for (const id of ids) changed.delete(id);
    const there = new Set(found.map(({ id }) => id));
    for (const id of ids) if (!there.has(id)) forget(loaded, snapshot, id);
    for (const { id, ...value } of found) {
      loaded.put(id, value);
      snapshot.put({ kind: 'certificate', id, value });
    }
  }
}
