import { ROLES } from '@poklik/contract/roles';
import { describe, expect, it } from 'vitest';
import { SPECIFIED_SIDEBAR } from './sidebar.fixture.ts';
import { highlightedItem, SIDEBAR_ITEMS, sidebarItems } from './sidebar.ts';

function isHiddenByPosition(position: number, role: number, canEditProfile: boolean): boolean {
  if ([11, 12, 13].includes(position) && role !== ROLES.SUPER_ADMIN) return true;
  if ([0, 2, 3, 4, 7, 8, 9].includes(position) && role === ROLES.SUPER_ADMIN) return true;
  if (position === 10 && role === ROLES.USER) return true;
  return position === 1 && !canEditProfile;
}

describe('sidebar', () => {
  it('keeps the specified order', () => {
    expect(SIDEBAR_ITEMS).toEqual(SPECIFIED_SIDEBAR);
  });

  for (const [name, role] of Object.entries(ROLES)) {
    for (const canEditProfile of [true, false]) {
      it(`shows ${name} the specified items when the profile flag is ${canEditProfile ? 'on' : 'off'}`, () => {
        const expected = SPECIFIED_SIDEBAR.filter((_, position) => !isHiddenByPosition(position, role, canEditProfile));
        expect(sidebarItems({ role, can_edit_profile: canEditProfile })).toEqual(expected);
      });
    }
  }
});

describe('highlighted item', () => {
  const customer = sidebarItems({ role: ROLES.USER, can_edit_profile: true });
  const locked = sidebarItems({ role: ROLES.USER, can_edit_profile: false });
  const operator = sidebarItems({ role: ROLES.SUPER_ADMIN, can_edit_profile: true });
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
