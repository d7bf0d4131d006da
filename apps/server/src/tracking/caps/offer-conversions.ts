import type { OfferCap } from '@poklik/contract/offers';

/** What an offer brought on a day in its time zone. */
export interface OfferConversionDay {
  offerId: number;
  day: string;
  conversions: number;
  /** In the offer's currency. */
  payoutMicro: number;
}

type Sum = Pick<OfferConversionDay, 'conversions' | 'payoutMicro'>;

/** Conversions of offers that limit them, as PostgreSQL knows. */
export interface OfferConversions {
  isFull(offerId: number, cap: OfferCap, day: string): boolean;
  setKnown(days: readonly OfferConversionDay[]): void;
}

const MICRO = 1_000_000;
const MONTH_CHARS = '2026-11'.length;
const TOTAL = '';
const periodsOf = (day: string): string[] => [day, day.slice(0, MONTH_CHARS), TOTAL];

export function createOfferConversions(): OfferConversions {
  const known = new Map<string, Sum>();
  /** By offer and day, month or nothing. */
  const sums = new Map<string, Sum>();
  return {
    isFull(offerId, { kind, amount, period }, day) {
      const [today, month, total] = periodsOf(day);
      const sum = sums.get(`${offerId} ${{ day: today, month, total }[period]}`);
      return sum !== undefined && (kind === 'payout' ? sum.payoutMicro / MICRO : sum.conversions) >= amount;
    },
    setKnown(days) {
      for (const { offerId, day, conversions, payoutMicro } of days) {
        const before = known.get(`${offerId} ${day}`);
        known.set(`${offerId} ${day}`, { conversions, payoutMicro });
        for (const period of periodsOf(day)) {
          const sum = sums.get(`${offerId} ${period}`) ?? { conversions: 0, payoutMicro: 0 };
          sums.set(`${offerId} ${period}`, {
            conversions: sum.conversions + conversions - (before?.conversions ?? 0),
            payoutMicro: sum.payoutMicro + payoutMicro - (before?.payoutMicro ?? 0),
          });
        }
      }
    },
  };
}
