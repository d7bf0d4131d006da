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

/** Allowed, or rejected with a status. */
type Verdict = 'allowed' | 401 | 403;
type Audience = Record<Identity, Verdict>;

const each = <Who extends Identity, V extends Verdict>(identities: readonly Who[], verdict: V): Record<Who, V> =>
  Object.fromEntries(identities.map((identity) => [identity, verdict])) as Record<Who, V>;

export const EVERYONE: Audience = each(IDENTITIES, 'allowed');

/** Rejects everyone; the audiences below add identities. */
const NOBODY: Audience = { ...each(IDENTITIES, 403), ...each(UNAUTHENTICATED, 401) };
export const OPERATOR: Audience = { ...NOBODY, superAdmin: 'allowed' };
export const STAFF: Audience = { ...NOBODY, admin: 'allowed', superAdmin: 'allowed' };

export const WHOLE_TEAM = INVITED_ROLES;
export const EDITORS: readonly InvitedRole[] = ['ADMIN', 'EDITOR'];
export const MANAGERS: readonly InvitedRole[] = ['ADMIN'];
export const BILLING: readonly InvitedRole[] = ['BILLING'];

interface Circle {
  /** Roles with access, unless the member lacks one of `needs`. */
  team: readonly InvitedRole[];
  needs?: readonly Restriction[];
  /** Scope of API tokens with access; without it, none has access. */
  scope?: TokenScope;
  /** Rejected while the operator impersonates the owner. */
  inPersonOnly?: true;
}

/** Account owners, and those of A's members and API tokens that the route is for. */
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

/** Logged-in users, not API tokens. */
export const SIGNED_IN: Audience = members({ team: WHOLE_TEAM });

/** Kinds of IDs: own, foreign, missing, invalid. */
export const ID_KINDS = ['own', 'foreign', 'missing', 'malformed'] as const;
export type IdKind = (typeof ID_KINDS)[number];
export type Params = Record<string, string>;
/** Called for each request. */
export type Made<T> = (world: AccessFixture, identity: Identity) => Promise<T> | T;

export interface AccessRow {
  audience: Audience;
  /** Status for permitted callers with their own ID. */
  status: number;
  /** Values of the path parameters, if there are any. */
  ids?: Record<IdKind, Made<Params>>;
  /** Status for permitted callers with another ID. */
  otherIdStatus?: number;
  query?: string;
  body?: Made<unknown>;
  /** Ends only when the client disconnects. */
  isStream?: true;
  /** Other sites may show it, as mail programs do with logos. */
  isForOtherSites?: true;
  /** Expected Cache-Control header. */
  cache?: RegExp;
}

/** One row per route, by method and path pattern. */
export type AccessRows = Record<string, AccessRow>;

export const fresh = (): string => randomBytes(6).toString('hex');
