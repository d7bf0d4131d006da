import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Listen } from '../../stores/listen.ts';
import type { Database } from '../../stores/postgres.ts';
import { type AccountBlackList, type BlackListRow, buildBlackList } from '../addresses/black-list.ts';
import type { CampaignIndex } from './campaign-index.ts';
import type { LanderIndex } from './lander-index.ts';
import { findLanders, listLanderMarks } from './landers.repo.ts';
import type { OfferIndex } from './offer-index.ts';
import { findOffers, listOfferMarks } from './offers.repo.ts';
import { findAccountKeys, listKeyMarks } from './postback-keys.repo.ts';
import type { PostbackKeys } from './postback-keys.ts';
import type { Snapshot, SnapshotEntry } from './snapshot.ts';
import { blackListMark, findCampaigns, listBlackList, listBlackListMarks, listCampaignMarks } from './tracking.repo.ts';

/** The payload is a campaign ID. */
const CAMPAIGNS_CHANNEL = 'campaigns_changed';
/** The payload is an offer ID. */
const OFFERS_CHANNEL = 'offers_changed';
/** The payload is a lander ID. */
const LANDERS_CHANNEL = 'landers_changed';
/** The payload is an account ID. */
const BLACK_LIST_CHANNEL = 'black_list_changed';
/** The payload is an account ID. */
const POSTBACK_KEYS_CHANNEL = 'postback_keys_changed';

const RECHECK_INTERVAL_MS = 60_000;
const BACKOFF_MAX_MS = 5_000;
const CAMPAIGNS_PER_QUERY = 100;
const OFFERS_PER_QUERY = 500;
const LANDERS_PER_QUERY = 500;
const ACCOUNTS_PER_QUERY = 500;

export interface CampaignSync {
  /** Whether everything has been read from PostgreSQL since the start. Until then an unknown key may still exist. */
  readonly isComplete: boolean;
  findBlackList(accountId: number): AccountBlackList | undefined;
  /** Resolves after the first full sync, or at the timeout. */
  waitUntilComplete(timeoutMs: number): Promise<void>;
  close(): Promise<void>;
}

interface CampaignSyncOptions {
  /** A promise while PostgreSQL is starting. */
  db: Database | Promise<Database>;
  listen: Listen;
  index: CampaignIndex;
  offers: OfferIndex;
  landers: LanderIndex;
  keys: PostbackKeys;
  snapshot: Snapshot;
  log: Logger;
  recheckEveryMs?: number;
}

/** What is synced by ID. */
type Kind = Exclude<SnapshotEntry['kind'], 'black_list'>;
interface Store<Value> {
  put(value: Value): void;
  remove(id: number): void;
  findMark(id: number): string | undefined;
}

interface SyncedBlackList {
  mark: string;
  list: AccountBlackList;
}

export async function startCampaignSync(options: CampaignSyncOptions): Promise<CampaignSync> {
  const sync = new PostgresSync(options);
  await sync.loadSnapshot();
  sync.start();
  return sync;
}

/**
 * Keeps campaigns, offers, landers, black lists and postback keys in memory in sync with PostgreSQL. Notifications say what to read; a full sync runs
 * at the start, after a lost connection and periodically. Reads never overlap, so an older state cannot replace a newer
 * one.
 */
class PostgresSync implements CampaignSync {
  readonly #options: CampaignSyncOptions;
  readonly #blackLists = new Map<number, SyncedBlackList>();
  readonly #changedCampaigns = new Set<number>();
  readonly #changedOffers = new Set<number>();
  readonly #changedLanders = new Set<number>();
  readonly #changedAccounts = new Set<number>();
  readonly #changedKeys = new Set<number>();
  readonly #closing = new AbortController();
  #isFullSyncDue = true;
  #isComplete = false;
  #syncing: Promise<void> | undefined;
  #stopListening: () => void = () => undefined;
  #recheck: NodeJS.Timeout | undefined;

  constructor(options: CampaignSyncOptions) {
    this.#options = options;
  }

  get isComplete(): boolean {
    return this.#isComplete;
  }

  findBlackList(accountId: number): AccountBlackList | undefined {
    return this.#blackLists.get(accountId)?.list;
  }

  async waitUntilComplete(timeoutMs: number): Promise<void> {
    const until = performance.now() + timeoutMs;
    while (!this.#isComplete && performance.now() < until) await sleep(10);
  }

  async loadSnapshot(): Promise<void> {
    const { index, offers, landers, keys, snapshot, log } = this.#options;
    const stores = { campaign: index, offer: offers, lander: landers, postback_keys: keys };
    await snapshot
      .read(({ kind, id, value }) => {
        if (kind !== 'black_list') {
          const store = stores[kind] as Store<unknown>;
          if (value) store.put(value);
          else store.remove(id);
        } else if (value) this.#blackLists.set(id, { mark: value.mark, list: buildBlackList(value.rows) });
        else this.#blackLists.delete(id);
      })
      .catch((error: unknown) => log.warn({ err: error }, 'campaign snapshot unreadable'));
  }

  start(): void {
    const { listen, recheckEveryMs = RECHECK_INTERVAL_MS } = this.#options;
    const scheduleFullSync = () => {
      this.#isFullSyncDue = true;
      this.#wake();
    };
    const onChange = (due: Set<number>) => (payload: string) => {
      const id = Number(payload);
      if (Number.isSafeInteger(id) && id > 0) due.add(id);
      else this.#isFullSyncDue = true;
      this.#wake();
    };
    // Changes from before the subscription are found by a full sync.
    const subscriptions = Promise.all([
      listen(CAMPAIGNS_CHANNEL, onChange(this.#changedCampaigns), scheduleFullSync),
      listen(OFFERS_CHANNEL, onChange(this.#changedOffers)),
      listen(LANDERS_CHANNEL, onChange(this.#changedLanders)),
      listen(BLACK_LIST_CHANNEL, onChange(this.#changedAccounts)),
      listen(POSTBACK_KEYS_CHANNEL, onChange(this.#changedKeys)),
    ]);
    void subscriptions.then(scheduleFullSync, () => undefined);
    this.#stopListening = () =>
      void subscriptions.then((stops) => Promise.all(stops.map((stop) => stop()))).catch(() => undefined);
    this.#wake();
    this.#recheck = setInterval(scheduleFullSync, recheckEveryMs).unref();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    clearInterval(this.#recheck);
    await this.#syncing;
    this.#stopListening();
  }

  #wake(): void {
    this.#syncing ??= this.#syncUntilDone().finally(() => {
      this.#syncing = undefined;
    });
  }

  async #syncUntilDone(): Promise<void> {
    const { signal } = this.#closing;
    const changed = [
      ...[this.#changedCampaigns, this.#changedOffers, this.#changedLanders],
      ...[this.#changedAccounts, this.#changedKeys],
    ];
    const isDue = () => this.#isFullSyncDue || changed.some(({ size }) => size > 0);
    let pause = 100;
    while (isDue() && !signal.aborted) {
      try {
        await this.#syncDue();
        pause = 100;
      } catch (error) {
        if (signal.aborted) return;
        this.#options.log.warn({ err: error }, 'campaign sync failed, retrying');
        await sleep(pause, undefined, { signal, ref: false }).catch(() => undefined);
        pause = Math.min(pause * 2, BACKOFF_MAX_MS);
      }
    }
  }

  async #syncDue(): Promise<void> {
    if (this.#isFullSyncDue) {
      this.#isFullSyncDue = false;
      try {
        await this.#syncAll();
        this.#isComplete = true;
      } catch (error) {
        this.#isFullSyncDue = true;
        throw error;
      }
    }
    // Before the campaigns, which may name a new one.
    await this.#readChangedTargets();
    await this.#readChangedCampaigns();
    await this.#readEach(this.#changedKeys, ACCOUNTS_PER_QUERY, (ids) => this.#readKeys(ids));
    await this.#readEach(this.#changedAccounts, 1, async ([accountId]) => this.#readBlackList(accountId as number));
  }

  /** IDs that could not be read stay due. */
  async #readEach(due: Set<number>, atOnce: number, read: (ids: number[]) => Promise<void>): Promise<void> {
    while (due.size > 0 && !this.#closing.signal.aborted) {
      const ids = [...due].slice(0, atOnce);
      for (const id of ids) due.delete(id);
      try {
        await read(ids);
      } catch (error) {
        for (const id of ids) due.add(id);
        throw error;
      }
    }
  }

  async #syncAll(): Promise<void> {
    const { index, offers, landers, keys } = this.#options;
    const db = await this.#options.db;
    this.#compare('offer', offers, offers.listIds(), await listOfferMarks(db), this.#changedOffers);
    this.#compare('lander', landers, landers.listIds(), await listLanderMarks(db), this.#changedLanders);
    await this.#readChangedTargets();
    const campaigns = [...index.list()].map(({ id }) => id);
    this.#compare('campaign', index, campaigns, await listCampaignMarks(db), this.#changedCampaigns);

    const accounts = await listBlackListMarks(db);
    const listed = new Set(accounts.map(({ id }) => id));
    for (const id of [...this.#blackLists.keys()]) if (!listed.has(id)) this.#setBlackList(id, []);
    for (const { id, mark } of accounts) if (this.#blackLists.get(id)?.mark !== mark) await this.#readBlackList(id);

    this.#compare('postback_keys', keys, keys.listIds(), await listKeyMarks(db), this.#changedKeys);
    await this.#readEach(this.#changedKeys, ACCOUNTS_PER_QUERY, (ids) => this.#readKeys(ids));
    await this.#readChangedCampaigns();
  }

  /** Forgets what is gone; what has another mark is read. */
  #compare(
    kind: Kind,
    store: Store<never>,
    ids: Iterable<number>,
    marks: readonly { id: number; mark: string }[],
    due: Set<number>,
  ): void {
    const known = new Set(marks.map(({ id }) => id));
    for (const id of [...ids]) if (!known.has(id)) this.#remove(kind, store, id);
    for (const { id, mark } of marks) if (store.findMark(id) !== mark) due.add(id);
  }

  async #readChangedTargets(): Promise<void> {
    const { offers, landers } = this.#options;
    await this.#readEach(this.#changedOffers, OFFERS_PER_QUERY, async (ids) =>
      this.#save('offer', offers, ids, await findOffers(await this.#options.db, ids)),
    );
    await this.#readEach(this.#changedLanders, LANDERS_PER_QUERY, async (ids) =>
      this.#save('lander', landers, ids, await findLanders(await this.#options.db, ids)),
    );
  }

  #readChangedCampaigns(): Promise<void> {
    return this.#readEach(this.#changedCampaigns, CAMPAIGNS_PER_QUERY, async (ids) =>
      this.#save('campaign', this.#options.index, ids, await findCampaigns(await this.#options.db, ids)),
    );
  }

  async #readKeys(ids: number[]): Promise<void> {
    this.#save('postback_keys', this.#options.keys, ids, await findAccountKeys(await this.#options.db, ids));
  }

  /** In memory and in the snapshot. Those that were not found are gone. */
  #save<Value extends { id: number }>(kind: Kind, store: Store<Value>, ids: number[], found: readonly Value[]): void {
    for (const value of found) {
      store.put(value);
      this.#options.snapshot.put({ kind, id: value.id, value } as unknown as SnapshotEntry);
    }
    const there = new Set(found.map(({ id }) => id));
    for (const id of ids) if (!there.has(id)) this.#remove(kind, store, id);
  }

  #remove(kind: Kind, store: Store<never>, id: number): void {
    if (store.findMark(id) === undefined) return;
    store.remove(id);
    this.#options.snapshot.put({ kind, id, value: null });
  }

  async #readBlackList(accountId: number): Promise<void> {
    this.#setBlackList(accountId, await listBlackList(await this.#options.db, accountId));
  }

  #setBlackList(accountId: number, rows: BlackListRow[]): void {
    const mark = blackListMark(rows);
    const isEmpty = rows.length === 0;
    if (isEmpty) this.#blackLists.delete(accountId);
    else this.#blackLists.set(accountId, { mark, list: buildBlackList(rows) });
    this.#options.snapshot.put({ kind: 'black_list', id: accountId, value: isEmpty ? null : { mark, rows } });
  }
}
