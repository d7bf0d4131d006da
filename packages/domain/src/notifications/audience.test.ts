import { ROLES, type Role } from '@poklik/contract/roles';
import { describe, expect, it } from 'vitest';
import { type Reader, readerAudiences } from './audience.ts';

const [JANUARY, FEBRUARY, MARCH, APRIL] = [1, 2, 3, 4].map((month) => new Date(Date.UTC(2026, month - 1, 15))) as [
  Date,
  Date,
  Date,
  Date,
];
const [FREE, PRO] = [1, 3];
const customer: Reader = { role: ROLES.USER, joinedAt: FEBRUARY, tariffId: PRO, tariffSince: FEBRUARY };

interface Announcement {
  role?: Role;
  tariffId?: number;
  at?: Date;
}

/** Matches announcements like the server: any of the audiences, by target and start. */
const sees = (reader: Reader, { role, tariffId, at = APRIL }: Announcement): boolean =>
  readerAudiences(reader)?.some(
    (audience) =>
      audience.role === (role ?? null) && audience.tariffId === (tariffId ?? null) && at.getTime() >= +audience.since,
  ) ?? true;

describe('list of announcements', () => {
  it.each<[string, Partial<Reader>, Announcement, boolean]>([
    ['a customer one to everyone', {}, {}, true],
    ['a customer one to users', {}, { role: ROLES.USER }, true],
    ['a customer none to administrators', {}, { role: ROLES.ADMIN }, false],
    ['an administrator one to administrators', { role: ROLES.ADMIN }, { role: ROLES.ADMIN }, true],
    ['an administrator none to users', { role: ROLES.ADMIN }, { role: ROLES.USER }, false],
    ['a customer one to their plan', {}, { tariffId: PRO }, true],
    ['a customer none to another plan', {}, { tariffId: FREE }, false],
    ['somebody who joined later none to everyone', { joinedAt: MARCH, tariffSince: MARCH }, { at: FEBRUARY }, false],
    [
      'somebody who joined later none to their plan',
      { joinedAt: MARCH, tariffSince: MARCH },
      { tariffId: PRO, at: FEBRUARY },
      false,
    ],
    [
      'a team member who joined an account on the plan later none from before',
      { joinedAt: MARCH, tariffSince: JANUARY },
      { tariffId: PRO, at: FEBRUARY },
      false,
    ],
    ['a team member one to the plan of the account since', { joinedAt: MARCH }, { tariffId: PRO, at: MARCH }, true],
    ['a customer who came to the plan none from before', { tariffSince: APRIL }, { tariffId: PRO, at: MARCH }, false],
    ['a customer who came to the plan one from since', { tariffSince: MARCH }, { tariffId: PRO, at: APRIL }, true],
    [
      'a customer who left the plan none to it any more',
      { tariffId: FREE, tariffSince: APRIL },
      { tariffId: PRO, at: MARCH },
      false,
    ],
    ['a customer who changed plans one to everyone from before', { tariffSince: APRIL }, { at: MARCH }, true],
    ['the operator every one', { role: ROLES.SUPER_ADMIN }, { tariffId: FREE, at: JANUARY }, true],
  ])('shows %s', (_, reader, announcement, seen) => {
    expect(sees({ ...customer, ...reader }, announcement)).toBe(seen);
  });
});
