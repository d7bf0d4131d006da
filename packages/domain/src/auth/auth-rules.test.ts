import { PERMISSIONS } from '@poklik/contract/permissions';
import { ROLES, TEAM_ROLES } from '@poklik/contract/roles';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deviceName } from './device-name.ts';
import { delayAfterFailures } from './login-delay.ts';
import { type AccessProfile, permissionsOf } from './role-permissions.ts';
import { isSessionActive } from './session-lifetime.ts';
import { signUpRejection } from './sign-up-rules.ts';

const standing = (changes: Partial<AccessProfile> = {}): AccessProfile => ({
  role: ROLES.USER,
  teamRole: 'OWNER',
  canEditProfile: true,
  canSeeMoney: true,
  isImpersonated: false,
  ...changes,
});

describe('permissions', () => {
  it('of higher roles include lower ones, except for account transfers and plan payments', () => {
    const [user, admin, operator] = [ROLES.USER, ROLES.ADMIN, ROLES.SUPER_ADMIN].map((role) =>
      permissionsOf(standing({ role })),
    );
    const ofCustomers = ['account:transfer', 'billing:pay'];
    expect(user).toEqual(expect.arrayContaining(ofCustomers));
    expect(admin).toEqual(
      expect.arrayContaining(user?.filter((permission) => permission !== 'account:transfer') ?? []),
    );
    expect(admin).not.toContain('account:transfer');
    expect(admin).toContain('billing:pay');
    expect(new Set(operator)).toEqual(new Set(PERMISSIONS.filter((permission) => !ofCustomers.includes(permission))));
  });

  it('for announcements, the outbox and users belong to the operator alone', () => {
    for (const role of [ROLES.USER, ROLES.ADMIN]) {
      const permissions = permissionsOf(standing({ role }));
      for (const reserved of ['notifications:write', 'outbox:read', 'users:read', 'users:write'] as const)
        expect(permissions).not.toContain(reserved);
    }
  });

  it('for editing the profile depend only on the profile flag', () => {
    const [on, off] = [true, false].map((canEditProfile) => permissionsOf(standing({ canEditProfile })));
    expect(on?.filter((permission) => !off?.includes(permission))).toEqual(['profile:write', 'email:write']);
  });

  it('for billing and costs require access to financial data', () => {
    const [on, off] = [true, false].map((canSeeMoney) => permissionsOf(standing({ teamRole: 'BILLING', canSeeMoney })));
    expect(on?.filter((permission) => !off?.includes(permission))).toEqual(
      PERMISSIONS.filter((permission) => permission === 'costs:read' || permission.startsWith('billing:')),
    );
  });

  it('are limited to setup while required two-factor authentication is not set up', () => {
    for (const role of Object.values(ROLES))
      expect(permissionsOf(standing({ role, lacksSecondFactor: true }))).toEqual([
        'profile:read',
        'security:read',
        'security:write',
      ]);
  });

  it('of a member never exceed those of the owner', () => {
    for (const role of Object.values(ROLES))
      for (const teamRole of TEAM_ROLES)
        expect(permissionsOf(standing({ role }))).toEqual(
          expect.arrayContaining(permissionsOf(standing({ role, teamRole }))),
        );
  });

  it.each([
    ['OWNER', true],
    ['ADMIN', true],
    ['EDITOR', true],
    ['VIEWER', false],
    ['BILLING', false],
  ] as const)('allow %s to change campaigns and the blocklist: %s', (teamRole, may) => {
    const permissions = permissionsOf(standing({ teamRole }));
    expect(permissions).toEqual(expect.arrayContaining(['campaigns:read', 'black_list:read']));
    for (const write of ['campaigns:write', 'black_list:write'] as const) expect(permissions.includes(write)).toBe(may);
  });

  it('are reduced during impersonation', () => {
    const own = permissionsOf(standing({ role: ROLES.SUPER_ADMIN }));
    const impersonated = permissionsOf(standing({ role: ROLES.SUPER_ADMIN, isImpersonated: true }));
    expect(own).toEqual(expect.arrayContaining(impersonated));
    expect(impersonated).not.toContain('users:write');
  });
});

describe('session', () => {
  const hour = 3_600_000;
  const start = new Date('2026-03-01T00:00:00Z');
  const alive = (
    role: 1 | 2 | 3,
    ageHours: number,
    idleHours: number,
    { revokedAt = null as Date | null, isImpersonated = false } = {},
  ) => {
    const now = new Date(start.getTime() + ageHours * hour);
    return isSessionActive(
      { createdAt: start, lastSeenAt: new Date(now.getTime() - idleHours * hour), revokedAt, isImpersonated },
      role,
      now,
    );
  };

  it.each([
    ['of a customer lives while it is used', ROLES.USER, 167, 11.9, true],
    ['of a customer ends after twelve idle hours', ROLES.USER, 24, 12, false],
    ['of a customer ends after seven days in any case', ROLES.USER, 168, 0, false],
    ['of an administrator lives within the hour', ROLES.ADMIN, 11, 0.9, true],
    ['of an administrator ends after an idle hour', ROLES.ADMIN, 2, 1, false],
    ['of the operator ends after twelve hours in any case', ROLES.SUPER_ADMIN, 12, 0, false],
  ])('%s', (_, role, age, idle, expected) => {
    expect(alive(role, age, idle)).toBe(expected);
  });

  it('is inactive once revoked', () => {
    expect(alive(ROLES.USER, 0, 0, { revokedAt: start })).toBe(false);
  });

  it('ends after an hour during impersonation, active or not', () => {
    expect(alive(ROLES.USER, 0.99, 0.5, { isImpersonated: true })).toBe(true);
    expect(alive(ROLES.USER, 1, 0, { isImpersonated: true })).toBe(false);
  });
});

describe('delay after failed logins', () => {
  it('starts after the third failure, doubles, and is capped at a minute', () => {
    expect([0, 1, 2, 3, 4, 5, 6, 7].map(delayAfterFailures)).toEqual([0, 0, 0, 0, 1, 2, 4, 8]);
    fc.assert(
      fc.property(fc.nat({ max: 10_000 }), (failures) => {
        expect(delayAfterFailures(failures + 1)).toBeGreaterThanOrEqual(delayAfterFailures(failures));
        expect(delayAfterFailures(failures)).toBeLessThanOrEqual(60);
      }),
    );
  });
});

describe('sign-up policy', () => {
  it.each([
    ['everyone when it is open', 'open', 'a@b.test', false, null],
    ['nobody when it is closed', 'closed', 'a@good.test', true, { code: 'sign_up_closed' }],
    ['the referred when it is by invitation', 'invite', 'a@b.test', true, null],
    ['not the stranger when it is by invitation', 'invite', 'a@b.test', false, { code: 'sign_up_closed' }],
    ['addresses of the domain', 'domains', 'a@good.test', false, null],
    [
      'not addresses that only end like it',
      'domains',
      'a@notgood.test',
      false,
      { field: 'email', problem: { key: 'email_domain', values: { domains: 'good.test' } } },
    ],
  ] as const)('%s', (_, policy, email, isReferred, expected) => {
    expect(signUpRejection(policy, ['good.test'], { email, isReferred })).toEqual(expected);
  });
});

describe('device name', () => {
  it.each([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
      'Chrome, Windows',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
      'Edge, Windows',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox, Linux'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
      'Safari, iOS',
    ],
    [
      'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
      'Chrome, Android',
    ],
    [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/150.0.0.0 Safari/537.36',
      'Chrome, Linux',
    ],
    ['curl/8.5.0', 'curl'],
    ['', '?'],
  ])('of %s is %s', (userAgent, expected) => {
    expect(deviceName(userAgent)).toBe(expected);
  });

  it('contains at most a short word of an unknown user agent', () => {
    fc.assert(
      fc.property(fc.string(), (userAgent) => {
        expect(deviceName(userAgent)).toMatch(/^[\w., -]{1,40}$|^\?$/);
      }),
    );
  });
});
