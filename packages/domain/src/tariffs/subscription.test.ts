import { describe, expect, it } from 'vitest';
import { dueStep, graceEnd, nextStatus, SUBSCRIPTION_EVENTS, SUBSCRIPTION_STATUSES } from './subscription.ts';

describe('subscription', () => {
  const ALLOWED: Record<string, string> = {
    'active bought': 'active',
    'active assigned': 'active',
    'active renewed': 'active',
    'active renewal_unpaid': 'past_due',
    'active cancelled': 'ended',
    'active refunded': 'ended',
    'active restored': 'active',
    'past_due bought': 'active',
    'past_due assigned': 'active',
    'past_due invoice_paid': 'active',
    'past_due grace_over': 'ended',
    'past_due cancelled': 'ended',
    'past_due refunded': 'ended',
    'ended bought': 'active',
    'ended assigned': 'active',
    'ended invoice_paid': 'active',
    'ended restored': 'active',
  };
  const pairs = SUBSCRIPTION_STATUSES.flatMap((status) => SUBSCRIPTION_EVENTS.map((event) => [status, event] as const));
  it.each(pairs)('that is %s changes only by an allowed transition on %s', (status, event) => {
    expect(nextStatus(status, event)).toBe(ALLOWED[`${status} ${event}`] ?? null);
  });

  it('has exactly the listed transitions', () => {
    const arrows = pairs.filter(([status, event]) => nextStatus(status, event) !== null);
    expect(arrows.map((pair) => pair.join(' ')).toSorted()).toEqual(Object.keys(ALLOWED).toSorted());
  });

  const endsAt = new Date('2026-12-01T00:00:00Z');
  const graceUntil = graceEnd(endsAt);
  it.each([
    ['active', '2026-11-30T23:59:59Z', null],
    ['active', '2026-12-01T00:00:00Z', 'renew'],
    ['past_due', '2026-12-07T23:59:59Z', null],
    ['past_due', '2026-12-08T00:00:00Z', 'end'],
    ['ended', '2027-01-01T00:00:00Z', null],
  ] as const)('that is %s at %s has the due step %s', (status, now, step) => {
    expect(dueStep({ status, endsAt, graceUntil }, new Date(now))).toBe(step);
  });

  it('without an end date is never due', () => {
    const now = new Date('2099-01-01');
    expect(dueStep({ status: 'active', endsAt: null, graceUntil: null }, now)).toBeNull();
    expect(dueStep({ status: 'past_due', endsAt, graceUntil: null }, now)).toBeNull();
  });

  it('has a grace period of one week', () => expect(graceUntil.toISOString()).toBe('2026-12-08T00:00:00.000Z'));
});
