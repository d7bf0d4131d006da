import { projectedUsage } from './quota.ts';

/** Events above the plan are sold by the thousand. */
export const OVERAGE_UNIT = 1_000;
/** Late conversions and logs of a month have arrived by then. */
export const OVERAGE_BILLING_DAY = 4;

export interface OverageTerms {
  /** Of 1,000 events. */
  priceMinor: bigint;
  /** The most that a month may cost. */
  capMinor: bigint;
}

export interface Overage {
  /** Started thousands that are paid for. */
  thousands: number;
  amountMinor: bigint;
}

const NOTHING: Overage = { thousands: 0, amountMinor: 0n };

/** Whole thousands within the cap. */
const thousandsMax = ({ priceMinor, capMinor }: OverageTerms): number => Number(capMinor / priceMinor);

/** What events above the plan cost: every started thousand, as long as it fits the cap. */
export function overageOf(events: number, included: number | null, terms: OverageTerms | null): Overage {
  if (terms === null || included === null || events <= included) return NOTHING;
  const thousands = Math.min(Math.ceil((events - included) / OVERAGE_UNIT), thousandsMax(terms));
  return { thousands, amountMinor: BigInt(thousands) * terms.priceMinor };
}

/** How many events a month may have until reports are locked: those of the plan and those within the cap. */
export const eventsAllowed = (included: number | null, terms: OverageTerms | null): number | null =>
  included === null || terms === null ? included : included + thousandsMax(terms) * OVERAGE_UNIT;

/** What the month will cost at the current pace. */
export const overageForecast = (
  used: number,
  { included, terms, now }: { included: number | null; terms: OverageTerms | null; now: Date },
): Overage => overageOf(Math.max(used, projectedUsage(used, now)), included, terms);

export interface AgreedTerms {
  /** 2026-11: it applies from then until the next one. */
  fromMonth: string;
  priceMinor: bigint;
  /** Null: switched off. */
  capMinor: bigint | null;
}

/** What was agreed for a month. */
export const agreedFor = <Agreed extends AgreedTerms>(agreed: readonly Agreed[], month: string): Agreed | null =>
  agreed
    .filter(({ fromMonth }) => fromMonth <= month)
    .toSorted((one, other) => one.fromMonth.localeCompare(other.fromMonth))
    .at(-1) ?? null;

/** A plan never costs more than was agreed; without a price it sells none. */
export function termsOf(agreed: AgreedTerms | null, planPriceMinor: bigint | null): OverageTerms | null {
  if (planPriceMinor === null || agreed === null || agreed.capMinor === null) return null;
  const { priceMinor, capMinor } = agreed;
  return { priceMinor: planPriceMinor < priceMinor ? planPriceMinor : priceMinor, capMinor };
}

/** From when a change applies: more at once, less or nothing from the next month on. */
export function appliesFrom(current: AgreedTerms | null, capMinor: bigint | null, now: Date): string {
  const month = now.toISOString().slice(0, 7);
  const isLess = current !== null && current.capMinor !== null && (capMinor === null || capMinor < current.capMinor);
  return isLess ? nextMonth(month) : month;
}

const nextMonth = (month: string): string => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 7);
};

/** The month to bill now: the last one, from the fourth day of this one on. */
export function monthToBill(now: Date): string | null {
  if (now.getUTCDate() < OVERAGE_BILLING_DAY) return null;
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)).toISOString().slice(0, 7);
}

/** When the current month is billed. */
export const billedAt = (now: Date): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, OVERAGE_BILLING_DAY));

/** Of the plans that an account had in a month, the one with the most events; null is without a limit. */
export const largestPlan = <Plan extends { eventsLimit: number | null }>(plans: readonly Plan[]): Plan | null =>
  plans.toSorted((one, other) => size(other) - size(one))[0] ?? null;

const size = ({ eventsLimit }: { eventsLimit: number | null }): number => eventsLimit ?? Number.MAX_VALUE;
