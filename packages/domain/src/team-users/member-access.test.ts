import { TEAM_ROLES } from '@poklik/contract/roles';
import { describe, expect, it } from 'vitest';
import { canManage, isWithinOwnAccess } from './member-access.ts';

describe('managing members', () => {
  it('is allowed for owners over everyone else and for admins over non-admins', () => {
    const pairs = TEAM_ROLES.flatMap((own) =>
      TEAM_ROLES.filter((other) => canManage(own, other)).map((other) => `${own} ${other}`),
    );
    expect(pairs).toEqual([
      'OWNER ADMIN',
      'OWNER EDITOR',
      'OWNER VIEWER',
      'OWNER BILLING',
      'ADMIN EDITOR',
      'ADMIN VIEWER',
      'ADMIN BILLING',
    ]);
  });
});

describe('granted access', () => {
  const all = { campaignIds: null, canSeeMoney: true, canExport: true };
  it.each([
    ['everything by a member with everything', all, all, true],
    ['financial data by a member without it', all, { ...all, canSeeMoney: false }, false],
    ['exports by a member without them', all, { ...all, canExport: false }, false],
    ['all campaigns by a member with some', all, { ...all, campaignIds: [1] }, false],
    ['some campaigns by a member with more', { ...all, campaignIds: [1] }, { ...all, campaignIds: [1, 2] }, true],
    ['a campaign by a member with another', { ...all, campaignIds: [3] }, { ...all, campaignIds: [1, 2] }, false],
  ])('%s', (_, given, own, expected) => {
    expect(isWithinOwnAccess(given, own)).toBe(expected);
  });
});
