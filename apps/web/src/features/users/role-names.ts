import { ROLES } from '@poklik/contract/roles';

/** Locale keys of the role names. */
export const ROLE_NAMES = {
  [ROLES.USER]: 'role.user',
  [ROLES.ADMIN]: 'role.admin',
  [ROLES.SUPER_ADMIN]: 'role.super_admin',
} as const;
