import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { afterCheck, type CheckedDomain } from './check-schedule.ts';
import { outcomeOf, type StoredDomainCheck } from './domain-checks.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOW = 1_800_000_000_000;
const pending = (age: number): CheckedDomain => ({ status: 'pending', pendingSince: NOW - age, failingSince: null });
const active = (failedFor: number | null): CheckedDomain => ({
  status: 'active',
  pendingSince: 0,
  failingSince: failedFor === null ? null : NOW - failedFor,
});

describe('a domain that is not verified', () => {
  it.each([
    [0, 30_000],
    [14 * MINUTE, 30_000],
    [15 * MINUTE, 5 * MINUTE],
    [23 * HOUR, 5 * MINUTE],
    [DAY, HOUR],
    [6 * DAY, HOUR],
  ])('is checked after %i ms again in %i ms', (age, wait) =>
    expect(afterCheck(pending(age), 'failed', NOW)).toEqual({
      status: 'pending',
      failingSince: null,
      nextCheckAt: NOW + wait,
    }),
  );

  it('expires after a week', () =>
    expect(afterCheck(pending(7 * DAY), 'unknown', NOW)).toMatchObject({ status: 'expired', nextCheckAt: null }));

  it('becomes active', () =>
    expect(afterCheck(pending(DAY), 'ok', NOW)).toEqual({
      status: 'active',
      failingSince: null,
      nextCheckAt: NOW + HOUR,
    }));
});

describe('a domain that works', () => {
  it.each<[string, CheckedDomain, 'ok' | 'failed' | 'unknown', object]>([
    ['is checked hourly', active(null), 'ok', { status: 'active', nextCheckAt: NOW + HOUR }],
    [
      'is checked again after a failed check',
      active(null),
      'failed',
      { status: 'active', failingSince: NOW, nextCheckAt: NOW + 10 * MINUTE },
    ],
    [
      'fails after the second one',
      active(10 * MINUTE),
      'failed',
      { status: 'failing', failingSince: NOW - 10 * MINUTE, nextCheckAt: NOW + HOUR },
    ],
    [
      'does not fail when checked by hand in between',
      active(MINUTE),
      'failed',
      { status: 'active', nextCheckAt: NOW + 9 * MINUTE },
    ],
    ['recovers', { ...active(DAY), status: 'failing' }, 'ok', { status: 'active', failingSince: null }],
    ['keeps its state without an answer', active(null), 'unknown', { status: 'active', failingSince: null }],
  ])('%s', (_, domain, outcome, expected) => expect(afterCheck(domain, outcome, NOW)).toMatchObject(expected));
});

it('never checks suspended and taken domains', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('suspended' as const, 'taken' as const),
      fc.constantFrom('ok' as const, 'failed' as const, 'unknown' as const),
      (status, outcome) => {
        expect(afterCheck({ ...pending(0), status }, outcome, NOW)).toMatchObject({ status, nextCheckAt: null });
      },
    ),
  );
});

it('the next check is always later', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('pending' as const, 'active' as const, 'failing' as const),
      fc.constantFrom('ok' as const, 'failed' as const, 'unknown' as const),
      fc.nat(8 * DAY),
      fc.option(fc.nat(8 * DAY)),
      (status, outcome, age, failedFor) => {
        const domain = {
          status,
          pendingSince: NOW - age,
          failingSince: failedFor === null ? null : NOW - failedFor,
        };
        const { nextCheckAt } = afterCheck(domain, outcome, NOW);
        expect(nextCheckAt === null || nextCheckAt > NOW).toBe(true);
      },
    ),
  );
});

it('needs ownership, DNS and reachability, not HTTPS', () => {
  const check = (state: StoredDomainCheck['state']): StoredDomainCheck => ({
    state,
    code: 'not_checked',
    seen: null,
    wanted: null,
    at: null,
  });
  const good = { ownership: check('ok'), dns: check('ok'), reachable: check('ok') };
  expect(outcomeOf(good)).toBe('ok');
  expect(outcomeOf({ ...good, certificate: check('failed') })).toBe('ok');
  expect(outcomeOf({ ...good, dns: check('failed') })).toBe('failed');
  expect(outcomeOf({ ...good, reachable: check('waiting') })).toBe('unknown');
  expect(outcomeOf({})).toBe('unknown');
});
