import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type BackgroundLoop, runLoop } from '../../background-loop.ts';
import type { Database } from '../../stores/postgres.ts';
import {
  addOfferClicks,
  listChangedOfferClicks,
  listChangedOfferConversions,
  listOfferClicks,
  listOfferConversions,
} from './offer-clicks.repo.ts';
import type { OfferClicks } from './offer-clicks.ts';

interface Options {
  clicks: OfferClicks;
  /** A promise while PostgreSQL is starting. */
  db: Database | Promise<Database>;
  log: Logger;
}

/** Longer than the clocks of a transaction's start and end are apart. */
const OVERLAP_SECONDS = 15;
const ALL_SECONDS = 3 * 86_400;
const CLOSE_TIMEOUT_MS = 2_000;

/** Once a second, tells PostgreSQL the clicks of offers with caps, and reads those of other trackers and conversions. */
export function startOfferCapSync({ clicks, db, log }: Options): { close(): Promise<void> } {
  let loop: BackgroundLoop | undefined;
  let isClosing = false;
  let answeredAt = performance.now();

  async function report(target: Database): Promise<void> {
    const own = clicks.take();
    try {
      const totals = await addOfferClicks(target, own);
      clicks.confirm(own);
      clicks.setKnown(totals);
    } catch (error) {
      clicks.restore(own);
      throw error;
    }
  }

  async function exchange(target: Database): Promise<void> {
    if (!clicks.hasOffers()) return;
    const startedAt = performance.now();
    await report(target);
    const unknown = clicks.takeUnknown();
    try {
      if (unknown.length > 0) {
        clicks.setKnown(await listOfferClicks(target, unknown));
        clicks.conversions.setKnown(await listOfferConversions(target, unknown));
      }
    } catch (error) {
      clicks.putUnknown(unknown);
      throw error;
    }
    const seconds = Math.min(ALL_SECONDS, (startedAt - answeredAt) / 1_000 + OVERLAP_SECONDS);
    clicks.setKnown(await listChangedOfferClicks(target, seconds));
    clicks.conversions.setKnown(await listChangedOfferConversions(target, seconds));
    answeredAt = startedAt;
  }

  void Promise.resolve(db).then(
    (target) => {
      if (isClosing) return;
      const iterate = () => exchange(target).then(() => false);
      loop = runLoop({ failure: 'caps of offers cannot be shared', log, iterate });
    },
    () => undefined, // stopped before PostgreSQL was there
  );

  return {
    async close() {
      isClosing = true;
      await loop?.stop();
      if (!loop || !clicks.hasOffers()) return;
      await Promise.race([
        report(await db).catch((error: unknown) => log.debug({ err: error }, 'last clicks of offers not counted')),
        sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false }),
      ]);
    },
  };
}
