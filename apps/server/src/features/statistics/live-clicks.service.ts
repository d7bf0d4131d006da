import { EventEmitter, on } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { CLICK_OUTCOMES } from '@poklik/contract/clicks';
import type { LiveClick } from '@poklik/contract/live-click';
import type { Caller } from '../../http/caller.ts';
import type { Services } from '../../services.ts';
import { listRecentClicks, type RecentClick } from '../../stats/recent-clicks.ts';
import { tryClickhouse } from '../../stores/try-clickhouse.ts';
import { listCampaignNames } from './statistics.repo.ts';

const CLICKS_SHOWN = 20;
/** Kept for users who open the stream later. */
const CLICKS_KEPT = 2_000;
const POLL_INTERVAL_MS = 1_500;

interface ClickPoller {
  /** Emits `clicks` with new clicks, newest first. */
  events: EventEmitter;
  /** Newest first. */
  recent: LiveClick[];
  /** Resolves after the first query. */
  ready: Promise<void>;
  viewers: number;
  abort: AbortController;
}

/** Streams the last clicks and then new ones. All viewers of an account share one query. */
export function createLiveClicks(services: Services) {
  const pollers = new Map<number, ClickPoller>();

  function subscribe(accountId: number): ClickPoller {
    const poller = pollers.get(accountId) ?? startPoller(services, accountId);
    pollers.set(accountId, poller);
    poller.viewers += 1;
    return poller;
  }

  function unsubscribe(accountId: number, watch: ClickPoller): void {
    watch.viewers -= 1;
    if (watch.viewers > 0) return;
    watch.abort.abort();
    pollers.delete(accountId);
  }

  return async function* (
    { accountId, campaignIds, signal }: Caller,
    campaignId: number | undefined,
  ): AsyncGenerator<{ clicks: LiveClick[] }> {
    const visibleClicks = (clicks: readonly LiveClick[]) =>
      clicks
        .filter(({ campaign: { id } }) => campaignId === undefined || id === campaignId)
        .filter(({ campaign: { id } }) => campaignIds === null || campaignIds.includes(id))
        .slice(0, CLICKS_SHOWN);
    const watch = subscribe(accountId);
    try {
      const news = on(watch.events, 'clicks', { signal });
      await watch.ready;
      yield { clicks: visibleClicks(watch.recent) };
      for await (const [found] of news) {
        const clicks = visibleClicks(found);
        if (clicks.length > 0) yield { clicks };
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      unsubscribe(accountId, watch);
    }
  };
}

function startPoller(services: Services, accountId: number): ClickPoller {
  const abort = new AbortController();
  const poller: ClickPoller = {
    events: new EventEmitter().setMaxListeners(0),
    recent: [],
    ready: Promise.resolve(),
    viewers: 0,
    abort,
  };
  let newest: RecentClick | undefined;
  const poll = async (): Promise<LiveClick[]> => {
    const found = await tryClickhouse(services, accountId, (client) =>
      listRecentClicks(client, accountId, { after: newest, perCampaign: CLICKS_SHOWN, limit: CLICKS_KEPT }),
    );
    newest = found?.[0] ?? newest;
    const clicks = await toLiveClicks(services, accountId, found ?? []);
    poller.recent = [...clicks, ...poller.recent].slice(0, CLICKS_KEPT);
    return clicks;
  };
  const logFailure = (error: unknown) => services.log.warn({ err: error }, 'live clicks query failed');
  const pollUntilAborted = async () => {
    while (!abort.signal.aborted) {
      await sleep(POLL_INTERVAL_MS, undefined, { signal: abort.signal }).catch(() => undefined);
      if (abort.signal.aborted) return;
      const clicks = await poll();
      if (clicks.length > 0) poller.events.emit('clicks', clicks);
    }
  };
  poller.ready = poll().then(() => undefined, logFailure);
  void poller.ready.then(async () => {
    while (!abort.signal.aborted) await pollUntilAborted().catch(logFailure);
  });
  return poller;
}

async function toLiveClicks({ db }: Services, accountId: number, clicks: readonly RecentClick[]): Promise<LiveClick[]> {
  if (clicks.length === 0) return [];
  const ids = [...new Set(clicks.map(({ campaignId }) => campaignId))];
  const names = new Map((await listCampaignNames(db, accountId, ids)).map(({ id, name }) => [id, name]));
  return clicks.map(({ campaignId, clickId, atMs, outcome, ...rest }) => ({
    ...rest,
    click_id: clickId,
    at: new Date(atMs).toISOString(),
    campaign: { id: campaignId, name: names.get(campaignId) ?? `№ ${campaignId}` },
    verdict: CLICK_OUTCOMES[outcome] ?? 'counted',
  }));
}
