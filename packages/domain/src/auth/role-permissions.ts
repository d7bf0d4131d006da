import type { Permission } from '@poklik/contract/permissions';
import { ROLES, type Role } from '@poklik/contract/roles';

const EVERYONE: readonly Permission[] = [
  'profile:read',
  'profile:write',
  'campaigns:read',
  'campaigns:write',
  'black_list:read',
  'black_list:write',
  'statistics:read',
  'notifications:read',
];

const BY_ROLE: Record<Role, readonly Permission[]> = {
  [ROLES.USER]: EVERYONE,
  [ROLES.ADMIN]: EVERYONE,
  [ROLES.SUPER_ADMIN]: [
    ...EVERYONE,
    'notifications:write',
    'outbox:read',
    'users:read',
    'currency_rates:read',
    'currency_rates:write',
  ],
};

export interface Standing {
  role: Role;
  /** Switched off by an owner for a member of the team. */
  canEditProfile: boolean;
}

export const permissionsOf = ({ role, canEditProfile }: Standing): Permission[] =>
  BY_ROLE[role].filter((permission) => permission !== 'profile:write' || canEditProfile);
