/** Standard rates of public lists in November 2026, in basis points. Proposals: the operator confirms or corrects them. */
export const PROPOSED_RATES: Readonly<Record<string, number>> = {
  ...{ AT: 2_000, BE: 2_100, BG: 2_000, CY: 1_900, CZ: 2_100, DE: 1_900, DK: 2_500, EE: 2_400, ES: 2_100 },
  ...{ FI: 2_550, FR: 2_000, GR: 2_400, HR: 2_500, HU: 2_700, IE: 2_300, IT: 2_200, LT: 2_100, LU: 1_700 },
  ...{ LV: 2_100, MT: 1_800, NL: 2_100, PL: 2_300, PT: 2_300, RO: 2_100, SE: 2_500, SI: 2_200, SK: 2_300 },
};

/** A rate that the operator confirmed. */
export interface ConfirmedRate {
  id: number;
  country: string;
  basisPoints: number;
  /** The day from which it is in force, 2026-11-19. */
  validFrom: string;
}

/** The latest day wins, and of two for the same day the one confirmed last. */
const isNewer = (one: ConfirmedRate, other: ConfirmedRate): boolean =>
  one.validFrom === other.validFrom ? one.id > other.id : one.validFrom > other.validFrom;

const newest = (rates: readonly ConfirmedRate[]): ConfirmedRate | null =>
  rates.reduce<ConfirmedRate | null>((best, rate) => (best === null || isNewer(rate, best) ? rate : best), null);

/** In force on a day; null if none is confirmed. */
export const rateOn = (rates: readonly ConfirmedRate[], country: string, day: string): ConfirmedRate | null =>
  newest(rates.filter((rate) => rate.country === country && rate.validFrom <= day));

/** The first one confirmed for a later day. */
export function nextRate(rates: readonly ConfirmedRate[], country: string, day: string): ConfirmedRate | null {
  const later = rates.filter((rate) => rate.country === country && rate.validFrom > day);
  const first = later.map(({ validFrom }) => validFrom).toSorted()[0];
  return newest(later.filter(({ validFrom }) => validFrom === first));
}

/** In euros: above it, consumers of other member states are taxed at home. */
export const CROSS_BORDER_LIMIT_MINOR = 1_000_000n;
