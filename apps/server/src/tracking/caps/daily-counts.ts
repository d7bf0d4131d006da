import { ownLimit } from '@poklik/domain/campaigns/shared-cap';
import type { Logger } from 'pino';
import { openCountsFile } from './counts-file.ts';

export interface DailyCounts {
  /**
   * Clicks of a campaign on a day in its time zone: of all trackers, as far as known. While a grant of the last clicks
   * is awaited, the cap itself.
   */
  get(campaignId: number, day: string, cap: number): number;
  add(campaignId: number, day: string): void;
  close(): Promise<void>;
}

/** The clicks of one campaign on one day. */
export interface DayCount {
  readonly campaignId: number;
  readonly day: string;
  cap: number;
  /** Clicks of this tracker. */
  own: number;
  /** What `own` was when the file was read. */
  saved: number;
  /** Whether PostgreSQL was asked for clicks from before a crash that the file lacks. */
  isCompared: boolean;
  /** Up to this count, clicks are reserved for this tracker. */
  granted: number;
  /** Size of the last grant. */
  grantSize: number;
  others: number;
  /** Whether a grant is requested. */
  isWanted: boolean;
  /** What PostgreSQL knows of `own`. */
  reportedOwn: number;
  /** `own` at the last report, which says whether there were clicks since. */
  ownAtReport: number;
}

/** What keeps the counts of several trackers together. */
export interface SharedCounts extends DailyCounts {
  /** Identifies this tracker, also after a restart. */
  readonly tracker: string;
  find(campaignId: number, day: string): DayCount;
  list(): DayCount[];
  /** Requested grants; each is returned once. */
  takeWanted(): DayCount[];
  /** Called when a grant is requested. */
  onWanted(wake: () => void): void;
  /** Trackers that count clicks now, including this one, and until when that is known. */
  setTrackers(count: number, validUntil: number): void;
}

/** A clock that jumps forth and back must not lose counts. */
const DAYS_KEPT = 3;

/** Counts toward daily caps, saved at most every second, so that they survive a restart. */
export async function openDailyCounts(folder: string, node: string, log: Logger): Promise<SharedCounts> {
  const campaigns = new Map<number, Map<string, DayCount>>();
  const list = () => [...campaigns.values()].flatMap((days) => [...days.values()]);
  const file = await openCountsFile({ folder, node, list, log });
  const wanted = new Set<DayCount>();
  let wake: () => void = () => undefined;
  let trackers = 1;
  let trackersUntil = 0;

  function find(campaignId: number, day: string): DayCount {
    const known = campaigns.get(campaignId);
    const found = known?.get(day);
    if (found !== undefined) return found;
    const days = known ?? new Map<string, DayCount>();
    campaigns.set(campaignId, days);
    const created = newCount(campaignId, day);
    days.set(day, created);
    const [oldest] = days.size > DAYS_KEPT ? [...days.keys()].sort() : [];
    if (oldest !== undefined && oldest !== day) days.delete(oldest);
    return created;
  }

  for (const { campaignId, day, own } of file.saved)
    Object.assign(find(campaignId, day), { own, saved: own, granted: own });

  function want(count: DayCount): void {
    if (count.isWanted) return;
    count.isWanted = true;
    wanted.add(count);
    wake();
  }

  /**
   * Without PostgreSQL each tracker goes on with what it knows, which errs toward too many clicks: a cap is then
   * reached by each tracker on its own, and no visitor is turned away too early.
   */
  const trackersNow = () => (trackers > 1 && performance.now() < trackersUntil ? trackers : 1);

  return {
    tracker: file.tracker,
    find,
    list,
    get(campaignId, day, cap) {
      const count = find(campaignId, day);
      count.cap = cap;
      const { own, granted, others } = count;
      const known = own + others;
      if (known >= cap || own < granted) return known;
      if (own < ownLimit(cap, { granted, others, trackers: trackersNow() })) return known;
      want(count);
      return cap;
    },
    add(campaignId, day) {
      const count = find(campaignId, day);
      count.own += 1;
      file.markChanged();
      if (count.granted - count.own <= count.grantSize / 2) want(count);
    },
    takeWanted() {
      const taken = [...wanted];
      wanted.clear();
      for (const count of taken) count.isWanted = false;
      return taken;
    },
    onWanted(listener) {
      wake = listener;
    },
    setTrackers(count, validUntil) {
      trackers = count;
      trackersUntil = validUntil;
    },
    close: () => file.close(),
  };
}

const newCount = (campaignId: number, day: string): DayCount => ({
  campaignId,
  day,
  cap: 0,
  own: 0,
  saved: 0,
  isCompared: false,
  granted: 0,
  grantSize: 0,
  others: 0,
  isWanted: false,
  reportedOwn: 0,
  ownAtReport: 0,
});
