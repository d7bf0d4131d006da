import { setTimeout as sleep } from 'node:timers/promises';
import { grantSize } from '@poklik/domain/campaigns/shared-cap';
import type { Logger } from 'pino';
import { type BackgroundLoop, runLoop } from '../../background-loop.ts';
import type { Database } from '../../stores/postgres.ts';
import {
  type GrantRequest,
  listOthersUsage,
  registerTracker,
  removeTracker,
  saveUsage,
  takeGrants,
} from './cap-usage.repo.ts';
import type { DayCount, SharedCounts } from './daily-counts.ts';

interface Options {
  counts: SharedCounts;
  /** A promise while PostgreSQL is starting. */
  db: Database | Promise<Database>;
  log: Logger;
}

export interface CapSync {
  /** Resolves when the counts of the other trackers are known, or at the timeout. */
  waitForCounts(timeoutMs: number): Promise<void>;
  /** Reports the counts and returns unused grants, if PostgreSQL answers in time. */
  close(): Promise<void>;
}

const REPORT_INTERVAL_MS = 1_000;
/** Shorter than grants last in PostgreSQL, so that clicks reserved for this tracker are not granted to another one. */
const VALID_MS = 4_000;
const REQUESTS_PER_TRANSACTION = 100;
/** Longer than grants last, so that the end of a grant is noticed. */
const OVERLAP_SECONDS = 15;
const ALL_SECONDS = 3 * 86_400;
const CLOSE_TIMEOUT_MS = 2_000;

/** Keeps daily caps across trackers: requests grants when clicks need them, and exchanges counts every second. */
export function startCapSync({ counts, log, ...own }: Options): CapSync {
  const exchange = new CapExchange(counts);
  let loop: BackgroundLoop | undefined;
  let isClosing = false;

  const timer = setInterval(() => {
    exchange.isReportDue = true;
    loop?.wake();
  }, REPORT_INTERVAL_MS);
  timer.unref();
  void Promise.resolve(own.db).then(
    (db) => {
      if (isClosing) return;
      const iterate = () => exchange.run(db).then(() => false);
      loop = runLoop({ failure: 'daily caps cannot be shared', log, iterate });
      counts.onWanted(loop.wake);
    },
    () => undefined, // stopped before PostgreSQL was there
  );

  return {
    async waitForCounts(timeoutMs) {
      const until = performance.now() + timeoutMs;
      while (exchange.answeredAt < 0 && performance.now() < until) await sleep(10);
    },
    async close() {
      isClosing = true;
      clearInterval(timer);
      await loop?.stop();
      if (!loop || exchange.answeredAt < performance.now() - VALID_MS) return;
      await Promise.race([
        exchange
          .leave(await own.db)
          .catch((error: unknown) => log.debug({ err: error }, 'last report of daily caps failed')),
        sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false }),
      ]);
    },
  };
}

/** What this tracker and PostgreSQL tell each other. */
class CapExchange {
  isReportDue = true;
  /** When PostgreSQL answered last. */
  answeredAt = Number.NEGATIVE_INFINITY;
  readonly #counts: SharedCounts;
  #trackers = 1;

  constructor(counts: SharedCounts) {
    this.#counts = counts;
  }

  async run(db: Database): Promise<void> {
    const counts = this.#counts;
    const startedAt = performance.now();
    const silence = startedAt - this.answeredAt;
    // PostgreSQL may have granted the rest to others meanwhile.
    if (silence > VALID_MS) for (const count of counts.list()) count.granted = Math.min(count.granted, count.own);
    try {
      const wanted = counts.takeWanted();
      for (let at = 0; at < wanted.length; at += REQUESTS_PER_TRANSACTION)
        await this.#requestGrants(db, wanted.slice(at, at + REQUESTS_PER_TRANSACTION));
      if (this.isReportDue) await this.#exchangeReports(db, silence);
    } catch (error) {
      counts.setTrackers(1, 0);
      throw error;
    }
    this.answeredAt = startedAt;
    counts.setTrackers(this.#trackers, startedAt + VALID_MS);
  }

  /** Returns all grants. */
  async leave(db: Database): Promise<void> {
    await this.#report(db, () => 0);
    await removeTracker(db, this.#counts.tracker);
  }

  async #requestGrants(db: Database, wanted: readonly DayCount[]): Promise<void> {
    const taken = await takeGrants(db, this.#counts.tracker, wanted.map(requestOf));
    this.#trackers = taken.trackers;
    for (const { campaignId, day, others, granted, size, clicks } of taken.grants)
      Object.assign(this.#counts.find(campaignId, day), { others, granted, grantSize: size, reportedOwn: clicks });
  }

  async #exchangeReports(db: Database, silence: number): Promise<void> {
    const { tracker } = this.#counts;
    this.isReportDue = false;
    try {
      await this.#report(db, (count) => keptGrant(count, this.#trackers));
      const seconds = Math.min(ALL_SECONDS, silence / 1_000 + OVERLAP_SECONDS);
      for (const { campaignId, day, others } of await listOthersUsage(db, tracker, seconds))
        this.#counts.find(campaignId, day).others = others;
      this.#trackers = await registerTracker(db, tracker);
    } catch (error) {
      this.isReportDue = true;
      throw error;
    }
  }

  async #report(db: Database, keep: (count: DayCount) => number): Promise<void> {
    const due = this.#counts.list().filter(isReportNeeded);
    const reports = due.map((count) => {
      // Lowered first: once PostgreSQL knows, others can take the rest.
      count.granted = count.own + keep(count);
      count.ownAtReport = count.own;
      return { campaignId: count.campaignId, day: count.day, clicks: count.own, granted: count.granted };
    });
    await saveUsage(db, this.#counts.tracker, reports);
    due.forEach((count, at) => {
      count.reportedOwn = reports[at]?.clicks ?? 0;
    });
  }
}

const requestOf = (count: DayCount): GrantRequest => ({
  campaignId: count.campaignId,
  day: count.day,
  cap: count.cap,
  countOwn(known) {
    if (!count.isCompared) count.own += Math.max(0, known - count.saved);
    count.isCompared = true;
    return count.own;
  },
});

/** Before they are compared, counts with new clicks could hide clicks from before a crash. */
const isReportNeeded = ({ isCompared, own, saved, reportedOwn, granted }: DayCount): boolean =>
  (isCompared || own === saved) && (own !== reportedOwn || granted > own);

/** Without clicks since the last report the whole grant is returned, so that others can use up the cap. */
function keptGrant({ own, ownAtReport, granted, cap, others }: DayCount, trackers: number): number {
  if (own === ownAtReport) return 0;
  return Math.max(0, Math.min(granted - own, grantSize(cap - others - own, trackers)));
}
