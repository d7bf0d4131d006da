import { TEAM_ROLES } from '@poklik/contract/roles';
import { describe, expect, it } from 'vitest';
import { canManage, isWithinOwnAccess } from './member-access.ts';

describe('deciding about members', () => {
  it('is for the owner about everybody else, and for an administrator about who is none', () => {
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

describe('what is given', () => {
  const all = { campaignIds: null, canSeeMoney: true, canExport: true };
  it.each([
    ['everything by who has everything', all, all, true],
    ['money by who does not see it', all, { ...all, canSeeMoney: false }, false],
    ['exports by who has none', all, { ...all, canExport: false }, false],
    ['all campaigns by who has some', all, { ...all, campaignIds: [1] }, false],
    ['some campaigns by who has more', { ...all, campaignIds: [1] }, { ...all, campaignIds: [1, 2] }, true],
    ['a campaign by who has another', { ...all, campaignIds: [3] }, { ...all, campaignIds: [1, 2] }, false],
  ])('%s', (_, given, own, expected) => {
    expect(isWithinOwnAccess(given, own)).toBe(expected);
  });
});
