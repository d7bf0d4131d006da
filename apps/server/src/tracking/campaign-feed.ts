import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Listen } from '../stores/listen.ts';
import type { Database } from '../stores/postgres.ts';
import { type AccountBlackList, type BlackListRow, buildBlackList } from './black-list.ts';
import type { CampaignIndex } from './campaign-index.ts';
import type { Snapshot } from './snapshot.ts';
import { blackListMark, findCampaigns, listBlackList, listBlackListMarks, listCampaignMarks } from './tracking.repo.ts';

/** The payload is the id of the campaign. */
const CAMPAIGNS_CHANNEL = 'campaigns_changed';
/** The payload is the id of the account. */
const BLACK_LIST_CHANNEL = 'black_list_changed';

const RECHECK_EVERY_MS = 60_000;
const PAUSE_MAX_MS = 5_000;
const CAMPAIGNS_AT_ONCE = 100;

export interface CampaignFeed {
  /** Whether everything has been read from PostgreSQL since the start. Until then an unknown key may yet be known. */
  readonly isComplete: boolean;
  blackListOf(accountId: number): AccountBlackList | undefined;
  /** Resolves when the first reading is done, or at `patience` at the latest. */
  settled(patienceMs: number): Promise<void>;
  close(): Promise<void>;
}

interface Sources {
  /** A promise while PostgreSQL is still starting. */
  db: Database | Promise<Database>;
  listen: Listen;
  index: CampaignIndex;
  snapshot: Snapshot;
  log: Logger;
  recheckEveryMs?: number;
}

interface KeptBlackList {
  mark: string;
  list: AccountBlackList;
}

/**
 * Keeps campaigns and black lists in memory equal to PostgreSQL. Notifications say what to read again; everything is
 * compared after the start, after a lost connection, and now and then. One reading at a time, so that an older state
 * never replaces a newer one.
 */
export async function followCampaigns(sources: Sources): Promise<CampaignFeed> {
  const { listen, index, snapshot, log } = sources;
  const blackLists = new Map<number, KeptBlackList>();
  const changedCampaigns = new Set<number>();
  const changedAccounts = new Set<number>();
  const closing = new AbortController();
  let everything = true;
  let isComplete = false;
  let working: Promise<void> | undefined;

  const isDue = () => everything || changedCampaigns.size > 0 || changedAccounts.size > 0;
  const wake = () => {
    working ??= work().finally(() => {
      working = undefined;
    });
  };

  async function work(): Promise<void> {
    let pause = 100;
    while (isDue() && !closing.signal.aborted) {
      try {
        await readDue();
        pause = 100;
      } catch (error) {
        if (closing.signal.aborted) return;
        log.warn({ err: error }, 'campaigns cannot be read from PostgreSQL, trying again');
        await sleep(pause, undefined, { signal: closing.signal, ref: false }).catch(() => undefined);
        pause = Math.min(pause * 2, PAUSE_MAX_MS);
      }
    }
  }

  async function readDue(): Promise<void> {
    if (everything) {
      everything = false;
      try {
        await compareAll();
        isComplete = true;
      } catch (error) {
        everything = true;
        throw error;
      }
    }
    await readEach(changedCampaigns, CAMPAIGNS_AT_ONCE, readCampaigns);
    await readEach(changedAccounts, 1, async ([accountId]) => readBlackList(accountId as number));
  }

  /** What could not be read is still due. */
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

  async function compareAll(): Promise<void> {
    const campaigns = await listCampaignMarks(await sources.db);
    const kept = new Set(campaigns.map(({ id }) => id));
    for (const { id } of [...index.stored()]) if (!kept.has(id)) forget(id);
    for (const { id, mark } of campaigns) if (index.markOf(id) !== mark) changedCampaigns.add(id);

    const accounts = await listBlackListMarks(await sources.db);
    const listed = new Set(accounts.map(({ id }) => id));
    for (const id of [...blackLists.keys()]) if (!listed.has(id)) keepBlackList(id, []);
    for (const { id, mark } of accounts) if (blackLists.get(id)?.mark !== mark) await readBlackList(id);
    await readEach(changedCampaigns, CAMPAIGNS_AT_ONCE, readCampaigns);
  }

  async function readCampaigns(ids: number[]): Promise<void> {
    const found = await findCampaigns(await sources.db, ids);
    for (const campaign of found) {
      index.put(campaign);
      snapshot.put({ kind: 'campaign', id: campaign.id, value: campaign });
    }
    const there = new Set(found.map(({ id }) => id));
    for (const id of ids) if (!there.has(id)) forget(id);
  }

  function forget(id: number): void {
    if (index.markOf(id) === undefined) return;
    index.remove(id);
    snapshot.put({ kind: 'campaign', id, value: null });
  }

  async function readBlackList(accountId: number): Promise<void> {
    keepBlackList(accountId, await listBlackList(await sources.db, accountId));
  }

  function keepBlackList(accountId: number, rows: BlackListRow[]): void {
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
    .catch((error: unknown) => log.warn({ err: error }, 'the snapshot of the campaigns cannot be read'));

  const compare = () => {
    everything = true;
    wake();
  };
  const changed = (due: Set<number>) => (payload: string) => {
    const id = Number(payload);
    if (Number.isSafeInteger(id) && id > 0) due.add(id);
    else everything = true;
    wake();
  };
  // Listening starts as soon as PostgreSQL is there; what happened before is found by comparing once more.
  const subscriptions = Promise.all([
    listen(CAMPAIGNS_CHANNEL, changed(changedCampaigns), compare),
    listen(BLACK_LIST_CHANNEL, changed(changedAccounts)),
  ]);
  void subscriptions.then(compare, () => undefined);
  wake();
  const recheck = setInterval(compare, sources.recheckEveryMs ?? RECHECK_EVERY_MS);
  recheck.unref();

  return {
    get isComplete() {
      return isComplete;
    },
    blackListOf: (accountId) => blackLists.get(accountId)?.list,
    async settled(patienceMs) {
      const until = performance.now() + patienceMs;
      while (!isComplete && performance.now() < until) await sleep(10);
    },
    async close() {
      closing.abort();
      clearInterval(recheck);
      await working;
      void subscriptions.then((stops) => Promise.all(stops.map((stop) => stop()))).catch(() => undefined);
    },
  };
}
