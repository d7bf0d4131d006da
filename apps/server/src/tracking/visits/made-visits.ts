import type { ServerClick } from '@poklik/contract/server-visit';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Listen } from '../../stores/listen.ts';
import type { Database } from '../../stores/postgres.ts';
import { MADE_VISITS_CHANNEL, tellMadeVisits } from './made-visits.repo.ts';

/** Clicks that servers asked for by the ID of their request, so that a repeated request is not another click. */
export interface MadeVisits {
  find(campaignId: number, requestId: string): ServerClick | undefined;
  keep(campaignId: number, requestId: string, click: ServerClick): void;
  close(): Promise<void>;
}

interface Options {
  /** A promise while PostgreSQL is starting. */
  db: Database | Promise<Database>;
  listen: Listen;
  log: Logger;
}

const KEPT_MS = 600_000;
const KEPT_MAX = 50_000;
/** Of a notification. */
const PAYLOAD_MAX = 7_900;
/** Servers repeat a request after seconds, so other trackers may learn of it a moment later. */
const TELL_AFTER_MS = 20;

type Made = [campaignId: number, requestId: string, clickId: string, pass: string, location: string];

export function openMadeVisits({ db, listen, log }: Options): MadeVisits {
  const made = new LRUCache<string, ServerClick>({ max: KEPT_MAX, ttl: KEPT_MS });
  const keyOf = (campaignId: number, requestId: string) => `${campaignId} ${requestId}`;
  const subscription = listen(MADE_VISITS_CHANNEL, (payload) => {
    const [campaignId, requestId, click_id, pass, location] = JSON.parse(payload) as Made;
    const key = keyOf(campaignId, requestId);
    if (!made.has(key)) made.set(key, { click_id, pass, location });
  });
  subscription.catch(() => undefined);
  let waiting: string[] = [];

  async function tell(): Promise<void> {
    const payloads = waiting;
    waiting = [];
    try {
      await tellMadeVisits(await db, payloads);
    } catch (error) {
      log.debug({ err: error }, 'visits of servers not shared');
    }
  }

  return {
    find: (campaignId, requestId) => made.get(keyOf(campaignId, requestId)),
    keep(campaignId, requestId, click) {
      made.set(keyOf(campaignId, requestId), click);
      const payload = JSON.stringify([
        campaignId,
        requestId,
        click.click_id,
        click.pass,
        click.location,
      ] satisfies Made);
      if (Buffer.byteLength(payload) > PAYLOAD_MAX) return;
      waiting.push(payload);
      if (waiting.length === 1) setTimeout(() => void tell(), TELL_AFTER_MS).unref();
    },
    async close() {
      void subscription.then((stop) => stop()).catch(() => undefined);
    },
  };
}
