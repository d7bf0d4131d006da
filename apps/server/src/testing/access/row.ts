import { randomBytes } from 'node:crypto';
import type { Identity, World } from './identities.ts';

/** What an identity is answered: let through, or refused with a status. */
type Verdict = 'allowed' | 401 | 403;
type Audience = Record<Identity, Verdict>;

const STRANGERS = { none: 401, malformed: 401, idle: 401, expired: 401, revoked: 401, blocked: 401 } as const;

export const EVERYONE: Audience = {
  none: 'allowed',
  malformed: 'allowed',
  idle: 'allowed',
  expired: 'allowed',
  revoked: 'allowed',
  blocked: 'allowed',
  userA: 'allowed',
  userB: 'allowed',
  admin: 'allowed',
  superAdmin: 'allowed',
};
export const SIGNED_IN: Audience = {
  ...STRANGERS,
  userA: 'allowed',
  userB: 'allowed',
  admin: 'allowed',
  superAdmin: 'allowed',
};
export const OPERATOR: Audience = { ...STRANGERS, userA: 403, userB: 403, admin: 403, superAdmin: 'allowed' };

/** Ways to name a thing: one's own, one that belongs to somebody else, one that is not there, one that cannot be. */
export const ID_KINDS = ['own', 'foreign', 'missing', 'malformed'] as const;
export type IdKind = (typeof ID_KINDS)[number];
export type Params = Record<string, string>;
/** Made anew for each call. */
export type Made<T> = (world: World, identity: Identity) => Promise<T> | T;

export interface AccessRow {
  audience: Audience;
  /** The status of who is let through and names their own. */
  status: number;
  /** Values for the parameters of the address; only for addresses that have some. */
  ids?: Record<IdKind, Made<Params>>;
  /** The status of who is let through but names something else. */
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
