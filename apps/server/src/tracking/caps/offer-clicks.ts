import type { OfferCap } from '@poklik/contract/offers';
import { createOfferConversions, type OfferConversions } from './offer-conversions.ts';

/** Clicks of an offer on a day in its time zone. */
export interface OfferDay {
  offerId: number;
  day: string;
  clicks: number;
}

/** Days so long ago that no month includes them are one, with an empty name. */
export const LONG_AGO = '';

interface DayCount {
  /** Of all trackers, as PostgreSQL knows. */
  known: number;
  /** Own ones that PostgreSQL doesn't know yet. */
  own: number;
}

/** Clicks that were led to offers with caps. */
export interface OfferClicks {
  isFull(offerId: number, caps: readonly OfferCap[], day: string): boolean;
  add(offerId: number, day: string): void;
  /** Own clicks for PostgreSQL; returned once. */
  take(): OfferDay[];
  /** PostgreSQL has these now. */
  confirm(days: readonly OfferDay[]): void;
  /** PostgreSQL didn't get these. */
  restore(days: readonly OfferDay[]): void;
  setKnown(days: readonly OfferDay[]): void;
  conversions: OfferConversions;
  /** Called when an offer has caps. */
  watch(offerId: number): void;
  /** Offers with caps whose clicks of before are not known yet; returned once. */
  takeUnknown(): number[];
  putUnknown(offerIds: readonly number[]): void;
  hasOffers(): boolean;
}

export function createOfferClicks(): OfferClicks {
  const offers = new Map<number, Map<string, DayCount>>();
  let unknown = new Set<number>();
  const conversions = createOfferConversions();
  const due = new Map<string, { offerId: number; day: string; count: DayCount }>();

  function find(offerId: number, day: string): DayCount {
    const days = offers.get(offerId) ?? new Map<string, DayCount>();
    offers.set(offerId, days);
    const count = days.get(day) ?? { known: 0, own: 0 };
    days.set(day, count);
    return count;
  }

  const markDue = (offerId: number, day: string): DayCount => {
    const count = find(offerId, day);
    due.set(`${offerId} ${day}`, { offerId, day, count });
    return count;
  };

  return {
    conversions,
    isFull(offerId, caps, day) {
      const days = offers.get(offerId);
      if (days === undefined) return false;
      return caps.some((cap) =>
        cap.kind === 'clicks' ? sumOf(days, cap.period, day) >= cap.amount : conversions.isFull(offerId, cap, day),
      );
    },
    add(offerId, day) {
      markDue(offerId, day).own += 1;
    },
    take() {
      const taken = [...due.values()].map(({ offerId, day, count }) => ({ offerId, day, clicks: count.own }));
      due.clear();
      return taken;
    },
    confirm(days) {
      for (const { offerId, day, clicks } of days) find(offerId, day).own -= clicks;
    },
    restore(days) {
      for (const { offerId, day } of days) markDue(offerId, day);
    },
    setKnown(days) {
      for (const { offerId, day, clicks } of days) if (offers.has(offerId)) find(offerId, day).known = clicks;
    },
    watch(offerId) {
      if (offers.has(offerId)) return;
      offers.set(offerId, new Map());
      unknown.add(offerId);
    },
    takeUnknown() {
      const taken = [...unknown];
      unknown = new Set();
      return taken;
    },
    putUnknown(offerIds) {
      for (const id of offerIds) unknown.add(id);
    },
    hasOffers: () => offers.size > 0,
  };
}

const MONTH_CHARS = '2026-11'.length;

function sumOf(days: ReadonlyMap<string, DayCount>, period: OfferCap['period'], today: string): number {
  const month = today.slice(0, MONTH_CHARS);
  let sum = 0;
  for (const [day, { known, own }] of days) {
    const counts = period === 'total' || day === today || (period === 'month' && day.startsWith(month));
    if (counts) sum += known + own;
  }
  return sum;
}
