/** Code of the default plan. */
export const FREE_TARIFF = 'free';

/** Limits of a plan; null means unlimited. */
export interface TariffLimits {
  campaignsMax: number | null;
  blackListMax: number | null;
  seatsMax: number | null;
  /** Own tracking domains. */
  domainsMax: number | null;
  /** API requests. */
  apiPerMinute: number;
}

/** How many more fit. After a downgrade an account keeps what it has but can't add more. */
export const roomLeft = (max: number | null, used: number): number =>
  max === null ? Number.POSITIVE_INFINITY : Math.max(0, max - used);

const DAY_MS = 86_400_000;

/** When limits that hold until a day end: with the day, in UTC. */
export const endOfLastDay = (day: string): Date => new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS);

/** The last day of limits that end then. */
export const lastDayBefore = (end: Date): string => new Date(end.getTime() - DAY_MS).toISOString().slice(0, 10);
