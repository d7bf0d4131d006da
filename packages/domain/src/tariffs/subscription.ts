/** Days after the end of a paid period during which the plan stays active while its invoice is unpaid. */
export const GRACE_DAYS = 7;

export const SUBSCRIPTION_STATUSES = ['active', 'past_due', 'ended'] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

export const SUBSCRIPTION_EVENTS = [
  'bought',
  'assigned',
  'renewed',
  'renewal_unpaid',
  'invoice_paid',
  'grace_over',
  'cancelled',
  'refunded',
  'restored',
] as const;
export type SubscriptionEvent = (typeof SUBSCRIPTION_EVENTS)[number];

/** What a row of the history says: an event, a change without one, or how an account was found when the history began. */
export const HISTORY_EVENTS = [...SUBSCRIPTION_EVENTS, 'scheduled', 'credited', 'discounted', 'opening'] as const;
export type HistoryEvent = (typeof HISTORY_EVENTS)[number];

const TRANSITIONS: Record<SubscriptionStatus, Partial<Record<SubscriptionEvent, SubscriptionStatus>>> = {
  active: {
    bought: 'active',
    assigned: 'active',
    renewed: 'active',
    renewal_unpaid: 'past_due',
    cancelled: 'ended',
    refunded: 'ended',
    restored: 'active',
  },
  past_due: {
    bought: 'active',
    assigned: 'active',
    invoice_paid: 'active',
    grace_over: 'ended',
    cancelled: 'ended',
    refunded: 'ended',
  },
  ended: { bought: 'active', assigned: 'active', invoice_paid: 'active', restored: 'active' },
};

/** The next status; null if the event is not allowed. */
export const nextStatus = (status: SubscriptionStatus, event: SubscriptionEvent): SubscriptionStatus | null =>
  TRANSITIONS[status][event] ?? null;

const DAY_MS = 86_400_000;

/** Nothing was paid for it and it ends. What the operator assigns doesn't. */
export const isTrial = ({
  status,
  invoiceId,
  endsAt,
}: {
  status: SubscriptionStatus;
  invoiceId: number | null;
  endsAt: Date | null;
}): boolean => status === 'active' && invoiceId === null && endsAt !== null;

/** A charge after a trial is announced. */
export const TRIAL_NOTICE_DAYS = 3;

/** What is due for a subscription now: renewal, the end, or nothing. */
export function dueStep(
  { status, endsAt, graceUntil }: { status: SubscriptionStatus; endsAt: Date | null; graceUntil: Date | null },
  now: Date,
): 'renew' | 'end' | null {
  if (status === 'active' && endsAt !== null && endsAt <= now) return 'renew';
  if (status === 'past_due' && graceUntil !== null && graceUntil <= now) return 'end';
  return null;
}

/** Counted from the invoice date, so that downtime of the server doesn't shorten it. */
export const graceEnd = (issuedAt: Date): Date => new Date(issuedAt.getTime() + GRACE_DAYS * DAY_MS);
