import type { MemberAccess } from '@poklik/contract/team-users';

type Access = Pick<MemberAccess, 'role' | 'can_see_money' | 'can_export' | 'can_edit_profile'>;

export const ACCESS_PRESETS = ['analyst', 'buyer', 'accountant'] as const;
export type AccessPreset = (typeof ACCESS_PRESETS)[number];

/** The usual access of people who are invited. */
const PRESETS: Record<AccessPreset, Access> = {
  analyst: { role: 'VIEWER', can_see_money: false, can_export: true, can_edit_profile: true },
  buyer: { role: 'EDITOR', can_see_money: true, can_export: true, can_edit_profile: true },
  accountant: { role: 'BILLING', can_see_money: true, can_export: true, can_edit_profile: true },
};

type Giver = Pick<Access, 'can_see_money' | 'can_export'>;

/** A preset without what the inviting member doesn't have. */
export function presetAccess(preset: AccessPreset, own: Giver): Access {
  const access = PRESETS[preset];
  return {
    ...access,
    can_see_money: access.can_see_money && own.can_see_money,
    can_export: access.can_export && own.can_export,
  };
}

/** The preset that gives exactly this access; null if it was changed. */
export const presetOf = (access: Access, own: Giver): AccessPreset | null =>
  ACCESS_PRESETS.find((preset) =>
    Object.entries(presetAccess(preset, own)).every(([name, value]) => access[name as keyof Access] === value),
  ) ?? null;
