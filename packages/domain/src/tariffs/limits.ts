/** The code of the tariff that everybody begins with. */
export const FREE_TARIFF = 'free';

/** How much a tariff allows; null where it sets no bound. */
export interface TariffLimits {
  campaignsMax: number | null;
  blackListMax: number | null;
  seatsMax: number | null;
  /** Calls of programs. */
  apiPerMinute: number;
}

/** How many more fit. An account that came down from a larger tariff keeps what it has and gets no more. */
export const roomLeft = (max: number | null, used: number): number =>
  max === null ? Number.POSITIVE_INFINITY : Math.max(0, max - used);
