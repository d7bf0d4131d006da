import { EventEmitter, on } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LiveClick } from '@poklik/contract/live-click';
import type { Caller } from '../../http/caller.ts';
import type { Services } from '../../services.ts';
import { type LastClick, lastClicks } from '../../stats/last-clicks.ts';
import { askClickhouse } from '../../stores/ask-clickhouse.ts';
import { listNamed } from './statistics.repo.ts';

const SHOWN = 20;
/** For who starts to look on while others do already. */
const KEPT = 2_000;
const LOOK_EVERY_MS = 1_500;
const VERDICTS = ['counted', 'excluded', 'blocked'] as const;

interface Watch {
  /** Emits `clicks` with those that are new, newest first. */
  events: EventEmitter;
  /** Newest first. */
  recent: LiveClick[];
  /** Settled once the store was asked for the first time. */
  started: Promise<void>;
  listeners: number;
  over: AbortController;
}

/** The last clicks, newest first, and then those that are new: one question per account, however many look on. */
export function createLiveClicks(services: Services) {
  const watches = new Map<number, Watch>();

  function join(accountId: number): Watch {
    const watch = watches.get(accountId) ?? startWatch(services, accountId);
    watches.set(accountId, watch);
    watch.listeners += 1;
    return watch;
  }

  function leave(accountId: number, watch: Watch): void {
    watch.listeners -= 1;
    if (watch.listeners > 0) return;
    watch.over.abort();
    watches.delete(accountId);
  }

  return async function* (
    { accountId, campaignIds, signal }: Caller,
    campaignId: number | undefined,
  ): AsyncGenerator<{ clicks: LiveClick[] }> {
    const theirs = (clicks: readonly LiveClick[]) =>
      clicks
        .filter(({ campaign: { id } }) => campaignId === undefined || id === campaignId)
        .filter(({ campaign: { id } }) => campaignIds === null || campaignIds.includes(id))
        .slice(0, SHOWN);
    const watch = join(accountId);
    try {
      const news = on(watch.events, 'clicks', { signal });
      await watch.started;
      yield { clicks: theirs(watch.recent) };
      for await (const [found] of news) {
        const clicks = theirs(found);
        if (clicks.length > 0) yield { clicks };
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      leave(accountId, watch);
    }
  };
}

function startWatch(services: Services, accountId: number): Watch {
  const over = new AbortController();
  const watch: Watch = {
    events: new EventEmitter().setMaxListeners(0),
    recent: [],
    started: Promise.resolve(),
    listeners: 0,
    over,
  };
  let newest: LastClick | undefined;
  const look = async (): Promise<LiveClick[]> => {
    const found = await askClickhouse(services, (client) =>
      lastClicks(client, accountId, { after: newest, perCampaign: SHOWN, limit: KEPT }),
    );
    newest = found?.[0] ?? newest;
    const clicks = await toLive(services, accountId, found ?? []);
    watch.recent = [...clicks, ...watch.recent].slice(0, KEPT);
    return clicks;
  };
  const failed = (error: unknown) => services.log.warn({ err: error }, 'live clicks cannot be read');
  const keepLooking = async () => {
    while (!over.signal.aborted) {
      await sleep(LOOK_EVERY_MS, undefined, { signal: over.signal }).catch(() => undefined);
      if (over.signal.aborted) return;
      const clicks = await look();
      if (clicks.length > 0) watch.events.emit('clicks', clicks);
    }
  };
  watch.started = look().then(() => undefined, failed);
  void watch.started.then(async () => {
    while (!over.signal.aborted) await keepLooking().catch(failed);
  });
  return watch;
}

async function toLive({ db }: Services, accountId: number, clicks: readonly LastClick[]): Promise<LiveClick[]> {
  if (clicks.length === 0) return [];
  const ids = [...new Set(clicks.map(({ campaignId }) => campaignId))];
  const names = new Map((await listNamed(db, accountId, ids)).map(({ id, name }) => [id, name]));
  return clicks.map(({ campaignId, clickId, atMs, verdict, ...rest }) => ({
    ...rest,
    click_id: clickId,
    at: new Date(atMs).toISOString(),
    campaign: { id: campaignId, name: names.get(campaignId) ?? `№ ${campaignId}` },
    verdict: VERDICTS[verdict] ?? 'counted',
  }));
}
