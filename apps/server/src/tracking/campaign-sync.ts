import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Listen } from '../stores/listen.ts';
import type { Database } from '../stores/postgres.ts';
import { type AccountBlackList, type BlackListRow, buildBlackList } from './black-list.ts';
import type { CampaignIndex } from './campaign-index.ts';
import type { Snapshot } from './snapshot.ts';
import { blackListMark, findCampaigns, listBlackList, listBlackListMarks, listCampaignMarks } from './tracking.repo.ts';

/** The payload is a campaign ID. */
const CAMPAIGNS_CHANNEL = 'campaigns_changed';
/** The payload is an account ID. */
const BLACK_LIST_CHANNEL = 'black_list_changed';

const RECHECK_INTERVAL_MS = 60_000;
const BACKOFF_MAX_MS = 5_000;
const CAMPAIGNS_PER_QUERY = 100;

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
  snapshot: Snapshot;
  log: Logger;
  recheckEveryMs?: number;
}

interface SyncedBlackList {
  mark: string;
  list: AccountBlackList;
}

/**
 * Keeps campaigns and black lists in memory in sync with PostgreSQL. Notifications say what to read; a full sync runs
 * at the start, after a lost connection and periodically. Reads never overlap, so an older state cannot replace a newer
 * one.
 */
export async function startCampaignSync(sources: CampaignSyncOptions): Promise<CampaignSync> {
  const { listen, index, snapshot, log } = sources;
  const blackLists = new Map<number, SyncedBlackList>();
  const changedCampaigns = new Set<number>();
  const changedAccounts = new Set<number>();
  const closing = new AbortController();
  let isFullSyncDue = true;
  let isComplete = false;
  let syncing: Promise<void> | undefined;

  const isDue = () => isFullSyncDue || changedCampaigns.size > 0 || changedAccounts.size > 0;
  const wake = () => {
    syncing ??= syncUntilDone().finally(() => {
      syncing = undefined;
    });
  };

  async function syncUntilDone(): Promise<void> {
    let pause = 100;
    while (isDue() && !closing.signal.aborted) {
      try {
        await syncDue();
        pause = 100;
      } catch (error) {
        if (closing.signal.aborted) return;
        log.warn({ err: error }, 'campaign sync failed, retrying');
        await sleep(pause, undefined, { signal: closing.signal, ref: false }).catch(() => undefined);
        pause = Math.min(pause * 2, BACKOFF_MAX_MS);
      }
    }
  }

  async function syncDue(): Promise<void> {
    if (isFullSyncDue) {
      isFullSyncDue = false;
      try {
        await syncAll();
        isComplete = true;
      } catch (error) {
        isFullSyncDue = true;
        throw error;
      }
    }
    await readEach(changedCampaigns, CAMPAIGNS_PER_QUERY, readCampaigns);
    await readEach(changedAccounts, 1, async ([accountId]) => readBlackList(accountId as number));
  }

  /** IDs that could not be read stay due. */
  async function readEach(due: Set<number>, atOnce: number, read: (ids: number[]) => Promise<void>): Promise<void> {
    while (due.size > 0 && !closing.signal.aborted) {
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

  async function syncAll(): Promise<void> {
    const campaigns = await listCampaignMarks(await sources.db);
    const kept = new Set(campaigns.map(({ id }) => id));
    for (const { id } of [...index.list()]) if (!kept.has(id)) removeCampaign(id);
    for (const { id, mark } of campaigns) if (index.findMark(id) !== mark) changedCampaigns.add(id);

    const accounts = await listBlackListMarks(await sources.db);
    const listed = new Set(accounts.map(({ id }) => id));
    for (const id of [...blackLists.keys()]) if (!listed.has(id)) setBlackList(id, []);
    for (const { id, mark } of accounts) if (blackLists.get(id)?.mark !== mark) await readBlackList(id);
    await readEach(changedCampaigns, CAMPAIGNS_PER_QUERY, readCampaigns);
  }

  async function readCampaigns(ids: number[]): Promise<void> {
    const found = await findCampaigns(await sources.db, ids);
    for (const campaign of found) {
      index.put(campaign);
      snapshot.put({ kind: 'campaign', id: campaign.id, value: campaign });
    }
    const there = new Set(found.map(({ id }) => id));
    for (const id of ids) if (!there.has(id)) removeCampaign(id);
  }

  function removeCampaign(id: number): void {
    if (index.findMark(id) === undefined) return;
    index.remove(id);
    snapshot.put({ kind: 'campaign', id, value: null });
  }

  async function readBlackList(accountId: number): Promise<void> {
    setBlackList(accountId, await listBlackList(await sources.db, accountId));
  }

  function setBlackList(accountId: number, rows: BlackListRow[]): void {
    const mark = blackListMark(rows);
    if (rows.length === 0) blackLists.delete(accountId);
    else blackLists.set(accountId, { mark, list: buildBlackList(rows) });
    snapshot.put({ kind: 'black_list', id: accountId, value: rows.length === 0 ? null : { mark, rows } });
  }

  await snapshot
    .read((entry) => {
      const { kind, id, value } = entry;
      if (kind === 'campaign') {
        if (value) index.put(value);
        else index.remove(id);
      } else if (value) blackLists.set(id, { mark: value.mark, list: buildBlackList(value.rows) });
      else blackLists.delete(id);
    })
    .catch((error: unknown) => log.warn({ err: error }, 'campaign snapshot unreadable'));

  const scheduleFullSync = () => {
    isFullSyncDue = true;
    wake();
  };
  const onChange = (due: Set<number>) => (payload: string) => {
    const id = Number(payload);
    if (Number.isSafeInteger(id) && id > 0) due.add(id);
    else isFullSyncDue = true;
    wake();
  };
  // Changes from before the subscription are found by a full sync.
  const subscriptions = Promise.all([
    listen(CAMPAIGNS_CHANNEL, onChange(changedCampaigns), scheduleFullSync),
    listen(BLACK_LIST_CHANNEL, onChange(changedAccounts)),
  ]);
  void subscriptions.then(scheduleFullSync, () => undefined);
  wake();
  const recheck = setInterval(scheduleFullSync, sources.recheckEveryMs ?? RECHECK_INTERVAL_MS);
  recheck.unref();

  return {
    get isComplete() {
      return isComplete;
    },
    findBlackList: (accountId) => blackLists.get(accountId)?.list,
    async waitUntilComplete(patienceMs) {
      const until = performance.now() + patienceMs;
      while (!isComplete && performance.now() < until) await sleep(10);
    },
    async close() {
      closing.abort();
      clearInterval(recheck);
      await syncing;
      void subscriptions.then((stops) => Promise.all(stops.map((stop) => stop()))).catch(() => undefined);
    },
  };
}
