import { ROLES, type Role, type TeamRole } from '@poklik/contract/roles';
import { describe, expect, it } from 'vitest';
import { permissionsOf } from '../auth/role-permissions.ts';
import { SPECIFIED_SIDEBAR } from './sidebar.fixture.ts';
import { highlightedItem, SIDEBAR_ITEMS, sidebarItems } from './sidebar.ts';

function isHiddenByPosition(position: number, role: number, canEditProfile: boolean): boolean {
  if ([11, 12, 13].includes(position) && role !== ROLES.SUPER_ADMIN) return true;
  if ([0, 2, 3, 4, 7, 8, 9].includes(position) && role === ROLES.SUPER_ADMIN) return true;
  if (position === 10 && role === ROLES.USER) return true;
  return position === 1 && !canEditProfile;
}

const reader = (role: Role, can_edit_profile: boolean, teamRole: TeamRole = 'OWNER', canSeeMoney = true) => ({
  ...{ role, can_edit_profile, team: { role: teamRole } },
  permissions: permissionsOf({ role, teamRole, canEditProfile: can_edit_profile, canSeeMoney, isImpersonated: false }),
});

describe('sidebar', () => {
  it('keeps the specified order', () => {
    expect(SIDEBAR_ITEMS).toEqual(SPECIFIED_SIDEBAR);
  });

  for (const [name, role] of Object.entries(ROLES)) {
    for (const canEditProfile of [true, false]) {
      it(`shows ${name} the specified items when the profile flag is ${canEditProfile ? 'on' : 'off'}`, () => {
        const expected = SPECIFIED_SIDEBAR.filter((_, position) => !isHiddenByPosition(position, role, canEditProfile));
        expect(sidebarItems(reader(role, canEditProfile))).toEqual(expected);
      });
    }
  }

  it.each([
    ['OWNER', true, []],
    ['OWNER', false, []],
    ['ADMIN', true, ['tariffs', 'referrals']],
    ['EDITOR', true, ['tariffs', 'api-tokens', 'referrals']],
    ['VIEWER', false, ['tariffs', 'api-tokens', 'referrals']],
    ['BILLING', true, ['api-tokens']],
    ['BILLING', false, ['tariffs', 'api-tokens', 'referrals']],
  ] as const)('hides from %s with money %s what has no use: %o', (role, seesMoney, hidden) => {
    const owner = sidebarItems(reader(ROLES.USER, true));
    const shown = sidebarItems(reader(ROLES.USER, true, role, seesMoney));
    expect(owner.filter((item) => !shown.includes(item))).toEqual(hidden);
  });
});

describe('highlighted item', () => {
  const customer = sidebarItems(reader(ROLES.USER, true));
  const locked = sidebarItems(reader(ROLES.USER, false));
  const operator = sidebarItems(reader(ROLES.SUPER_ADMIN, true));
  it.each([
    ['statistics', customer, 'statistics'],
    ['invoices', customer, 'profile'],
    ['transactions', customer, 'profile'],
    ['withdrawal', customer, 'referrals'],
    ['invoices', locked, null],
    ['invoices', operator, 'invoices'],
    ['notifications', customer, null],
  ])('of /%s', (screen, visible, expected) => {
    expect(highlightedItem(screen, visible)).toBe(expected);
  });
});
