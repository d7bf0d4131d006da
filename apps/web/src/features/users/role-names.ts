import { ROLES } from '@poklik/contract/roles';

/** Keys of the names, in the words of the operator. */
export const ROLE_NAMES = {
  [ROLES.USER]: 'role.user',
  [ROLES.ADMIN]: 'role.admin',
  [ROLES.SUPER_ADMIN]: 'role.super_admin',
} as const;
