import type { Permission } from '@poklik/contract/permissions';
import { ROLES, type Role, TEAM_ROLES, type TeamRole } from '@poklik/contract/roles';

interface Rule {
  /** Which roles of the install have it. */
  roles: readonly Role[];
  /** Which members of an account have it. */
  team: readonly TeamRole[];
  /** A switch that an owner can turn off for a member. */
  unless?: 'profileLocked';
  /** Refused while the operator acts in somebody's name: what would outlive that hour, and money. */
  inPersonOnly?: true;
}

const EVERYONE = Object.values(ROLES);
const OPERATOR: readonly Role[] = [ROLES.SUPER_ADMIN];
const PAYOUT_STAFF: readonly Role[] = [ROLES.ADMIN, ROLES.SUPER_ADMIN];

const WHOLE_TEAM = TEAM_ROLES;
const OWNER: readonly TeamRole[] = ['OWNER'];
const TREASURERS: readonly TeamRole[] = ['OWNER', 'BILLING'];
const MAKERS: readonly TeamRole[] = ['OWNER', 'ADMIN', 'EDITOR'];

/** Who may do what: a permission is had by who passes every part of its rule. */
const RULES: Record<Permission, Rule> = {
  'profile:read': { roles: EVERYONE, team: WHOLE_TEAM },
  'profile:write': { roles: EVERYONE, team: WHOLE_TEAM, unless: 'profileLocked' },
  'campaigns:read': { roles: EVERYONE, team: WHOLE_TEAM },
  'campaigns:write': { roles: EVERYONE, team: MAKERS },
  'black_list:read': { roles: EVERYONE, team: WHOLE_TEAM },
  'black_list:write': { roles: EVERYONE, team: MAKERS },
  'statistics:read': { roles: EVERYONE, team: WHOLE_TEAM },
  'notifications:read': { roles: EVERYONE, team: WHOLE_TEAM },
  'notifications:write': { roles: OPERATOR, team: OWNER },
  'instructions:read': { roles: EVERYONE, team: WHOLE_TEAM },
  'instructions:write': { roles: OPERATOR, team: OWNER },
  'outbox:read': { roles: OPERATOR, team: OWNER },
  'currency_rates:read': { roles: OPERATOR, team: OWNER },
  'currency_rates:write': { roles: OPERATOR, team: OWNER },
  'tariffs:read': { roles: EVERYONE, team: WHOLE_TEAM },
  'tariffs:write': { roles: OPERATOR, team: OWNER, inPersonOnly: true },
  'users:read': { roles: OPERATOR, team: OWNER },
  'users:write': { roles: OPERATOR, team: OWNER, inPersonOnly: true },
  'billing:read': { roles: EVERYONE, team: TREASURERS },
  'billing:write': { roles: EVERYONE, team: TREASURERS, inPersonOnly: true },
  'withdrawals:review': { roles: PAYOUT_STAFF, team: OWNER, inPersonOnly: true },
  'balances:read': { roles: OPERATOR, team: OWNER },
  'balances:write': { roles: OPERATOR, team: OWNER, inPersonOnly: true },
};

/** Everything about somebody that decides what they may do. */
export interface Standing {
  role: Role;
  teamRole: TeamRole;
  /** Switched off by an owner for a member of the team. */
  canEditProfile: boolean;
  isImpersonated: boolean;
}

export const permissionsOf = ({ role, teamRole, canEditProfile, isImpersonated }: Standing): Permission[] =>
  (Object.keys(RULES) as Permission[]).filter((permission) => {
    const { roles, team, unless, inPersonOnly } = RULES[permission];
    return (
      roles.includes(role) &&
      team.includes(teamRole) &&
      (unless !== 'profileLocked' || canEditProfile) &&
      !(inPersonOnly && isImpersonated)
    );
  });

/** Which roles of the install have a permission, each as the owner of an account. */
export const rolesWith = (permission: Permission): readonly Role[] => RULES[permission].roles;
