import type { CHANGE_KINDS } from '@poklik/contract/billing';
import type { BillingPeriod } from '@poklik/contract/subscription-terms';
import { type Priced, periodEnd, priceFor, yearlyPrice } from './billing-period.ts';
import { type CouponTerms, discountOf } from './coupon.ts';
import type { SubscriptionStatus } from './subscription.ts';

export interface OfferedTariff extends Priced {
  id: number;
  trialDays: number;
}

/** The account's current subscription. */
export interface CurrentSubscription {
  tariff: OfferedTariff;
  period: BillingPeriod;
  status: SubscriptionStatus;
  isTrial: boolean;
  startsAt: Date;
  /** Null when the operator assigned the plan, which then never expires. */
  endsAt: Date | null;
  /** The value of the current period: what was paid for it, with money or credit. Zero while it is unpaid. */
  valueMinor: bigint;
  /** Credit left over from an earlier change. */
  creditMinor: bigint;
}

/** `start` and `upgrade` take effect now, `downgrade` when the paid period ends; `settle` pays an overdue period. */
export type ChangeKind = (typeof CHANGE_KINDS)[number];

export interface PriceLine {
  kind: 'tariff' | 'coupon' | 'unused' | 'credit';
  tariffId: number;
  /** The time range of the line; null for earlier credit. */
  from: Date | null;
  until: Date | null;
  /** Negative amounts reduce the total. */
  amountMinor: bigint;
}

export interface PlanChange {
  kind: ChangeKind;
  tariffId: number;
  period: BillingPeriod;
  effectiveAt: Date;
  endsAt: Date | null;
  anchorDay: number;
  lines: PriceLine[];
  /** What a coupon takes off. */
  discountMinor: bigint;
  /** After the discount. */
  subtotalMinor: bigint;
  creditAppliedMinor: bigint;
  /** Credit left for a later invoice. */
  creditLeftMinor: bigint;
  taxMinor: bigint;
  totalMinor: bigint;
}

export interface ChangeRequest {
  tariff: OfferedTariff;
  period: BillingPeriod;
  running: CurrentSubscription | null;
  /** Each person gets only one trial. */
  canStartTrial: boolean;
  /** The discount on the price of the plan. */
  coupon: Pick<CouponTerms, 'percent' | 'amountMinor'> | null;
  taxBasisPoints: number;
  now: Date;
}

const DAY_MS = 86_400_000;

/** The value of the unused part of a paid period, exact to the millisecond and rounded down. */
export function unusedValue(
  { startsAt, endsAt, valueMinor }: Pick<CurrentSubscription, 'startsAt' | 'endsAt' | 'valueMinor'>,
  now: Date,
): bigint {
  if (endsAt === null) return 0n;
  const length = BigInt(endsAt.getTime() - startsAt.getTime());
  const left = BigInt(Math.max(0, Math.min(endsAt.getTime() - now.getTime(), Number(length))));
  return length > 0n ? (valueMinor * left) / length : 0n;
}

function changeKind({ tariff, period, running, canStartTrial: mayTry }: ChangeRequest): ChangeKind {
  const isFree = tariff.priceMinor === 0n;
  if (running === null || running.status === 'ended') {
    if (isFree) return 'current';
    return tariff.trialDays > 0 && mayTry ? 'trial' : 'start';
  }
  const isSame = running.tariff.id === tariff.id;
  // A trial has cost nothing, so any plan can be bought during it.
  if (running.isTrial) return isFree ? 'downgrade' : 'start';
  if (running.endsAt === null) return isSame ? 'current' : isFree ? 'downgrade' : 'start';
  if (running.status === 'past_due')
    return isFree ? 'downgrade' : isSame && running.period === period ? 'settle' : 'start';
  if (isSame) return running.period === period ? 'current' : period === 'year' ? 'upgrade' : 'downgrade';
  return yearlyPrice(tariff) >= yearlyPrice(running.tariff) && !isFree ? 'upgrade' : 'downgrade';
}

/** The itemized cost of a plan change and when it takes effect; null if the plan is not sold for the period. */
export function calculateChange(wish: ChangeRequest): PlanChange | null {
  const { tariff, period, running, now } = wish;
  const price = priceFor(tariff, period);
  if (price === null) return null;
  const kind = changeKind(wish);
  switch (kind) {
    case 'start':
    case 'upgrade':
      return priced(wish, kind, price, periodStart(running, kind, now));
    case 'settle':
      // The unpaid period started when the paid one ended.
      return priced(wish, kind, price, running?.startsAt ?? now);
    case 'trial': {
      const endsAt = new Date(now.getTime() + tariff.trialDays * DAY_MS);
      return free(wish, kind, now, endsAt, endsAt.getUTCDate());
    }
    case 'downgrade':
      return free(wish, kind, running?.status === 'active' && running.endsAt ? running.endsAt : now, null, 0);
    case 'current':
      return free(wish, kind, now, running?.endsAt ?? null, 0);
  }
}

/** Changing the plan during an unpaid period also charges the days since it started. */
const periodStart = (running: CurrentSubscription | null, kind: ChangeKind, now: Date): Date =>
  kind === 'start' && running?.status === 'past_due' ? running.startsAt : now;

const free = (
  { tariff, period, running }: ChangeRequest,
  kind: ChangeKind,
  effectiveAt: Date,
  endsAt: Date | null,
  anchorDay: number,
): PlanChange => ({
  kind,
  tariffId: tariff.id,
  period,
  effectiveAt,
  endsAt,
  anchorDay,
  lines: [],
  discountMinor: 0n,
  subtotalMinor: 0n,
  creditAppliedMinor: 0n,
  creditLeftMinor: running?.creditMinor ?? 0n,
  taxMinor: 0n,
  totalMinor: 0n,
});

function priced(wish: ChangeRequest, kind: ChangeKind, price: bigint, from: Date): PlanChange {
  const { tariff, period, running, coupon, taxBasisPoints, now } = wish;
  const anchorDay = from.getUTCDate();
  const endsAt = periodEnd(from, period, anchorDay);
  const lines: PriceLine[] = [{ kind: 'tariff', tariffId: tariff.id, from, until: endsAt, amountMinor: price }];
  const discountMinor = coupon ? discountOf(coupon, price) : 0n;
  if (discountMinor > 0n)
    lines.push({ kind: 'coupon', tariffId: tariff.id, from: null, until: null, amountMinor: -discountMinor });
  const unused = running && running.status === 'active' ? unusedValue(running, now) : 0n;
  if (running && unused > 0n)
    lines.push({ kind: 'unused', tariffId: running.tariff.id, from: now, until: running.endsAt, amountMinor: -unused });
  const kept = running?.creditMinor ?? 0n;
  if (running && kept > 0n)
    lines.push({ kind: 'credit', tariffId: running.tariff.id, from: null, until: null, amountMinor: -kept });
  return {
    kind,
    tariffId: tariff.id,
    period,
    effectiveAt: now,
    endsAt,
    anchorDay,
    lines,
    discountMinor,
    ...sumOf(price - discountMinor, unused + kept, taxBasisPoints),
  };
}

/** Rounded half up to the nearest minor unit. */
const taxOn = (net: bigint, basisPoints: number): bigint => (net * BigInt(basisPoints) + 5_000n) / 10_000n;

/** Credit is deducted before tax and never exceeds the amount due. */
export function sumOf(subtotalMinor: bigint, creditMinor: bigint, taxBasisPoints: number) {
  const creditAppliedMinor = creditMinor < subtotalMinor ? creditMinor : subtotalMinor;
  const net = subtotalMinor - creditAppliedMinor;
  const taxMinor = taxOn(net, taxBasisPoints);
  return {
    subtotalMinor,
    creditAppliedMinor,
    creditLeftMinor: creditMinor - creditAppliedMinor,
    taxMinor,
    totalMinor: net + taxMinor,
  };
}
