import type { Permission } from '@poklik/contract/permissions';
import { ROLES, type Role, TEAM_ROLES, type TeamRole } from '@poklik/contract/roles';
import { TOKEN_SCOPES, type TokenScope } from '@poklik/contract/token-scopes';

interface Rule {
  /** User roles that have it. */
  roles: readonly Role[];
  /** Team roles that have it. */
  team: readonly TeamRole[];
  /** The token scope it requires; without one API tokens never have it. */
  scope?: TokenScope;
  /** The member flag it requires. */
  needs?: 'canEditProfile' | 'canSeeMoney';
  /** Blocked during impersonation: anything about money, and anything that would outlast the session. */
  deniedWhenImpersonated?: true;
}

const EVERYONE = Object.values(ROLES);
const OPERATOR: readonly Role[] = [ROLES.SUPER_ADMIN];
/** Staff can't transfer their account, because the staff role belongs to it. */
const CUSTOMERS_ONLY: readonly Role[] = [ROLES.USER];
/** The operator sells plans and doesn't buy them. */
const CUSTOMERS: readonly Role[] = [ROLES.USER, ROLES.ADMIN];
const PAYOUT_STAFF: readonly Role[] = [ROLES.ADMIN, ROLES.SUPER_ADMIN];

const WHOLE_TEAM = TEAM_ROLES;
const OWNER: readonly TeamRole[] = ['OWNER'];
const BILLING_MEMBERS: readonly TeamRole[] = ['OWNER', 'BILLING'];
const MANAGERS: readonly TeamRole[] = ['OWNER', 'ADMIN'];
const EDITORS: readonly TeamRole[] = ['OWNER', 'ADMIN', 'EDITOR'];

/** A user has a permission when every part of its rule holds. */
const RULES: Record<Permission, Rule> = {
  'profile:read': { roles: EVERYONE, team: WHOLE_TEAM },
  'profile:write': { roles: EVERYONE, team: WHOLE_TEAM, needs: 'canEditProfile' },
  'security:read': { roles: EVERYONE, team: WHOLE_TEAM },
  'security:write': { roles: EVERYONE, team: WHOLE_TEAM, deniedWhenImpersonated: true },
  'email:write': { roles: EVERYONE, team: WHOLE_TEAM, needs: 'canEditProfile', deniedWhenImpersonated: true },
  'account:export': { roles: EVERYONE, team: WHOLE_TEAM, deniedWhenImpersonated: true },
  'account:delete': { roles: EVERYONE, team: OWNER, deniedWhenImpersonated: true },
  'account:transfer': { roles: CUSTOMERS_ONLY, team: OWNER, deniedWhenImpersonated: true },
  'campaigns:read': { roles: EVERYONE, team: WHOLE_TEAM, scope: 'campaigns:read' },
  'campaigns:write': { roles: EVERYONE, team: EDITORS, scope: 'campaigns:write' },
  'domains:review': { roles: OPERATOR, team: OWNER, deniedWhenImpersonated: true },
  'black_list:read': { roles: EVERYONE, team: WHOLE_TEAM, scope: 'black_list:read' },
  'black_list:write': { roles: EVERYONE, team: EDITORS, scope: 'black_list:write' },
  'statistics:read': { roles: EVERYONE, team: WHOLE_TEAM, scope: 'statistics:read' },
  'conversions:read': { roles: EVERYONE, team: WHOLE_TEAM, scope: 'conversions:read' },
  'conversions:write': { roles: EVERYONE, team: EDITORS, scope: 'conversions:write' },
  'costs:read': { roles: EVERYONE, team: WHOLE_TEAM, needs: 'canSeeMoney', scope: 'costs:read' },
  'costs:write': { roles: EVERYONE, team: EDITORS, needs: 'canSeeMoney', scope: 'costs:write' },
  'connections:write': { roles: EVERYONE, team: EDITORS, scope: 'connections:write' },
  'networks:read': { roles: EVERYONE, team: WHOLE_TEAM, scope: 'networks:read' },
  'networks:write': { roles: EVERYONE, team: EDITORS, scope: 'networks:write' },
  'notifications:read': { roles: EVERYONE, team: WHOLE_TEAM },
  'notifications:write': { roles: OPERATOR, team: OWNER },
  'instructions:read': { roles: EVERYONE, team: WHOLE_TEAM },
  'instructions:write': { roles: OPERATOR, team: OWNER },
  'outbox:read': { roles: OPERATOR, team: OWNER },
  'currency_rates:read': { roles: OPERATOR, team: OWNER },
  'currency_rates:write': { roles: OPERATOR, team: OWNER },
  'tariffs:read': { roles: EVERYONE, team: WHOLE_TEAM, scope: 'billing:read' },
  'tariffs:write': { roles: OPERATOR, team: OWNER, deniedWhenImpersonated: true },
  'api_tokens:read': { roles: EVERYONE, team: MANAGERS },
  'api_tokens:write': { roles: EVERYONE, team: MANAGERS, deniedWhenImpersonated: true },
  'invoices:write': { roles: OPERATOR, team: OWNER, deniedWhenImpersonated: true },
  'team:read': { roles: EVERYONE, team: WHOLE_TEAM, scope: 'team:read' },
  'team:write': { roles: EVERYONE, team: MANAGERS, deniedWhenImpersonated: true },
  'settings:write': { roles: OPERATOR, team: OWNER, deniedWhenImpersonated: true },
  'legal:accept': { roles: EVERYONE, team: OWNER, deniedWhenImpersonated: true },
  /** Never in the name of somebody else. */
  'help:write': { roles: EVERYONE, team: WHOLE_TEAM, deniedWhenImpersonated: true },
  'help:answer': { roles: OPERATOR, team: OWNER, deniedWhenImpersonated: true },
  'users:read': { roles: OPERATOR, team: OWNER },
  'users:write': { roles: OPERATOR, team: OWNER, deniedWhenImpersonated: true },
  'billing:read': { roles: EVERYONE, team: BILLING_MEMBERS, needs: 'canSeeMoney', scope: 'billing:read' },
  'billing:pay': { roles: CUSTOMERS, team: BILLING_MEMBERS, needs: 'canSeeMoney', deniedWhenImpersonated: true },
  'billing:write': { roles: EVERYONE, team: BILLING_MEMBERS, needs: 'canSeeMoney', deniedWhenImpersonated: true },
  'withdrawals:review': { roles: PAYOUT_STAFF, team: OWNER, deniedWhenImpersonated: true },
  'balances:read': { roles: OPERATOR, team: OWNER },
  'balances:write': { roles: OPERATOR, team: OWNER, deniedWhenImpersonated: true },
};

/** Everything that decides a caller's permissions. */
export interface AccessProfile {
  role: Role;
  teamRole: TeamRole;
  /** Can be turned off by the owner for a team member. */
  canEditProfile: boolean;
  canSeeMoney: boolean;
  isImpersonated: boolean;
  /** Two-factor authentication is required and not set up yet. */
  lacksSecondFactor?: boolean;
  /** New terms are in force that the owner has not accepted. */
  lacksAcceptance?: boolean;
  /** Scopes of an API token; null for a user. */
  scopes?: readonly TokenScope[] | null;
}

/** Permissions needed to set up two-factor authentication. */
const TWO_FACTOR_SETUP: ReadonlySet<Permission> = new Set(['profile:read', 'security:read', 'security:write']);

/** Changes that wait for the terms. Reading, exporting, paying and everything about links goes on. */
const NEEDS_ACCEPTANCE: ReadonlySet<Permission> = new Set([
  'campaigns:write',
  'black_list:write',
  'conversions:write',
  'costs:write',
  'team:write',
  'api_tokens:write',
]);

export const permissionsOf = (standing: AccessProfile): Permission[] =>
  (Object.keys(RULES) as Permission[]).filter((permission) => {
    const { roles, team, scope, needs, deniedWhenImpersonated: inPersonOnly } = RULES[permission];
    const { scopes } = standing;
    return (
      roles.includes(standing.role) &&
      team.includes(standing.teamRole) &&
      (needs === undefined || standing[needs]) &&
      !(inPersonOnly && standing.isImpersonated) &&
      !(standing.lacksSecondFactor && !TWO_FACTOR_SETUP.has(permission)) &&
      !(standing.lacksAcceptance && NEEDS_ACCEPTANCE.has(permission)) &&
      (scopes == null || (scope !== undefined && scopes.includes(scope)))
    );
  });

/** Staff accounts have more access, so they can be required to use two-factor authentication. */
export const requiresSecondFactor = (role: Role): boolean => role !== ROLES.USER;

/** User roles that have this permission as account owners. */
export const rolesWith = (permission: Permission): readonly Role[] => RULES[permission].roles;

/** The scopes a caller with these permissions can grant to an API token. */
export const grantableScopes = (permissions: readonly Permission[]): TokenScope[] =>
  TOKEN_SCOPES.filter((scope) => {
    const permissionsOfScope = (Object.keys(RULES) as Permission[]).filter(
      (permission) => RULES[permission].scope === scope,
    );
    return permissionsOfScope.some((permission) => permissions.includes(permission));
  });
