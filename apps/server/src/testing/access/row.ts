import { randomBytes } from 'node:crypto';
import { INVITED_ROLES, type InvitedRole } from '@poklik/contract/team-users';
import type { TokenScope } from '@poklik/contract/token-scopes';
import {
  type AccessFixture,
  API_TOKENS,
  IDENTITIES,
  type Identity,
  MEMBERS,
  type Restriction,
  UNAUTHENTICATED,
} from './identities.ts';

/** What an identity is answered: let through, or refused with a status. */
type Verdict = 'allowed' | 401 | 403;
type Audience = Record<Identity, Verdict>;

const each = <Who extends Identity, V extends Verdict>(identities: readonly Who[], verdict: V): Record<Who, V> =>
  Object.fromEntries(identities.map((identity) => [identity, verdict])) as Record<Who, V>;

export const EVERYONE: Audience = each(IDENTITIES, 'allowed');

/** Only the identities named afterwards. */
const NOBODY: Audience = { ...each(IDENTITIES, 403), ...each(UNAUTHENTICATED, 401) };
export const OPERATOR: Audience = { ...NOBODY, superAdmin: 'allowed' };
export const STAFF: Audience = { ...NOBODY, admin: 'allowed', superAdmin: 'allowed' };

export const WHOLE_TEAM = INVITED_ROLES;
export const EDITORS: readonly InvitedRole[] = ['ADMIN', 'EDITOR'];
export const MANAGERS: readonly InvitedRole[] = ['ADMIN'];
export const BILLING: readonly InvitedRole[] = ['BILLING'];

interface Circle {
  /** Those members, unless the owner took from them what the route needs. */
  team: readonly InvitedRole[];
  needs?: readonly Restriction[];
  /** Programs with this scope; without one none. */
  scope?: TokenScope;
  /** Rejected while the operator impersonates the owner. */
  inPersonOnly?: true;
}

/** Owners of accounts, and of A's circle whom the route is for. */
export function members({ team, needs = [], scope, inPersonOnly }: Circle): Audience {
  const allowed = MEMBERS.filter((member) => {
    const [role, restriction] = member.split(' without ');
    return team.some((name) => name === role) && !needs.some((taken) => taken === restriction);
  });
  return {
    ...NOBODY,
    ...each(['userA', 'userB', 'admin', 'superAdmin'], 'allowed'),
    ...each(allowed, 'allowed'),
    ...each(
      API_TOKENS.filter((program) => program === `token ${scope}`),
      'allowed',
    ),
    'superAdmin as A': inPersonOnly ? 403 : 'allowed',
  };
}

/** People, not programs. */
export const SIGNED_IN: Audience = members({ team: WHOLE_TEAM });

/** Kinds of IDs: own, foreign, missing, invalid. */
export const ID_KINDS = ['own', 'foreign', 'missing', 'malformed'] as const;
export type IdKind = (typeof ID_KINDS)[number];
export type Params = Record<string, string>;
/** Created again for each call. */
export type Made<T> = (world: AccessFixture, identity: Identity) => Promise<T> | T;

export interface AccessRow {
  audience: Audience;
  /** Status for permitted callers with their own ID. */
  status: number;
  /** Values for the parameters of the address; only for addresses that have some. */
  ids?: Record<IdKind, Made<Params>>;
  /** Status for permitted callers with another ID. */
  otherIdStatus?: number;
  query?: string;
  body?: Made<unknown>;
  /** Ends only when the caller goes away. */
  isStream?: true;
  /** What the answer says about keeping it. */
  cache?: RegExp;
}

/** One row per route: the method and the pattern of its address. */
export type AccessRows = Record<string, AccessRow>;

export const fresh = (): string => randomBytes(6).toString('hex');
