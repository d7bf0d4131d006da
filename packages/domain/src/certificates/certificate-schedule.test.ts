import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type CertificateAlarm,
  dueAlarm,
  hasOrderBudget,
  nextTryTime,
  renewalTime,
  timeInWindow,
} from './certificate-schedule.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('after a failed order', () => {
  it.each([
    [1, 5 * MINUTE],
    [2, 10 * MINUTE],
    [3, HOUR],
    [4, 6 * HOUR],
    [5, DAY],
    [60, DAY],
  ])('number %i the next one waits %i ms', (failures, delay) => {
    expect(nextTryTime(failures, 1_000, null)).toBe(1_000 + delay);
  });

  it('the time that the authority asked for is obeyed', () => {
    expect(nextTryTime(1, 0, 2 * DAY)).toBe(2 * DAY);
    expect(nextTryTime(1, 0, MINUTE)).toBe(5 * MINUTE);
  });

  it('a host is tried at most six times in any 24 hours', () => {
    const tries: number[] = [];
    for (let now = 0; now < 10 * DAY; now = nextTryTime(tries.length, now, null)) tries.push(now);
    for (const start of tries)
      expect(tries.filter((time) => time >= start && time < start + DAY).length).toBeLessThanOrEqual(6);
  });
});

describe('a renewal', () => {
  it('is due after two thirds of the lifetime, 10 % sooner or later', () => {
    const validity = { notBefore: 0, notAfter: 90 * DAY };
    expect([0, 0.5, 1].map((random) => renewalTime(validity, random) / DAY)).toEqual([54, 60, 66]);
  });

  it('is due in the window that the authority suggests', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), fc.double({ min: 0, max: 1, noNaN: true }), (start, length, random) => {
        const time = timeInWindow({ start, end: start + length }, random);
        expect(time >= start && time <= start + length).toBe(true);
      }),
    );
  });
});

describe('an alarm', () => {
  const validity = { notBefore: 0, notAfter: 100 };
  const cases: [string, Parameters<typeof dueAlarm>[0], number, CertificateAlarm | null][] = [
    ['nothing is wrong', { validity, failures: 2, alarm: null }, 79, null],
    ['a new host fails', { validity: null, failures: 3, alarm: null }, 0, 'failing'],
    ['it has been told', { validity: null, failures: 9, alarm: 'failing' }, 0, null],
    ['a renewal fails', { validity, failures: 3, alarm: null }, 70, 'failing'],
    ['a fifth of the lifetime is left', { validity, failures: 3, alarm: 'failing' }, 80, 'expiring'],
    ['it has been told', { validity, failures: 4, alarm: 'expiring' }, 99, null],
    ['it has expired', { validity, failures: 4, alarm: 'expiring' }, 100, 'expired'],
    ['it has been told', { validity, failures: 5, alarm: 'expired' }, 200, null],
  ];
  it.each(cases)('%s', (_name, certificate, now, alarm) => {
    expect(dueAlarm(certificate, now)).toBe(alarm);
  });
});

describe('the budget', () => {
  it.each([
    [{ recent: 239, ofDomain: 39 }, true, true],
    [{ recent: 240, ofDomain: 0 }, false, true],
    [{ recent: 0, ofDomain: 40 }, false, true],
    [{ recent: 300, ofDomain: 0 }, false, false],
    [{ recent: 0, ofDomain: 50 }, false, false],
  ])('%j allows a new host: %s, a renewal: %s', (counts, forNew, forRenewal) => {
    expect([hasOrderBudget(counts, false), hasOrderBudget(counts, true)]).toEqual([forNew, forRenewal]);
  });
});
