import { INVITED_ROLES } from '@poklik/contract/team-users';
import { IS_DEEP, SEED } from '../seed.ts';
import {
  API_TOKENS,
  IDENTITIES,
  type Identity,
  type Member,
  RESTRICTIONS,
  type Restriction,
  UNAUTHENTICATED,
} from './identities.ts';
import { type AccessRow, ID_KINDS, type IdKind } from './row.ts';

/** How many of those that are alike are drawn for a route; another seed draws others. */
const DRAWN = 2;

/** A place in a list from the seed and the route, so that a run can be repeated. */
function numberOf(text: string): number {
  let hash = SEED;
  for (let at = 0; at < text.length; at += 1) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) >>> 0;
  return hash;
}

function draw<T>(from: readonly T[], route: string, count = DRAWN): T[] {
  const first = numberOf(route);
  return Array.from({ length: Math.min(count, from.length) }, (_, step) => from[(first + step) % from.length] as T);
}

/**
 * Who tries a route; in deep runs all do. A restriction can only take something away, so a role that is refused without
 * one is tried with one that is drawn, and a role with access with every restriction that ends it and one that doesn't.
 */
export function callersOf(route: string, { audience }: AccessRow): readonly Identity[] {
  if (IS_DEEP) return IDENTITIES;
  const team = INVITED_ROLES.flatMap((role) => {
    const withRestriction = (restriction: Restriction): Member => `${role} without ${restriction}`;
    const restricted = RESTRICTIONS.filter((restriction) => restriction !== 'nothing').map(withRestriction);
    const telling =
      audience[withRestriction('nothing')] === 'allowed' ? restricted.filter((one) => audience[one] !== 'allowed') : [];
    const alike = restricted.filter((one) => !telling.includes(one));
    return [withRestriction('nothing'), ...telling, ...draw(alike, `${route} ${role}`, 1)];
  });
  const tokens = API_TOKENS.filter((token) => audience[token] === 'allowed');
  const chosen = new Set<Identity>([
    ...IDENTITIES.filter((one) => !isOneOfMany(one)),
    ...['none' as const, ...draw(UNAUTHENTICATED, route)],
    ...team,
    ...[...tokens.slice(0, 1), ...draw(API_TOKENS, route)],
  ]);
  return IDENTITIES.filter((one) => chosen.has(one));
}

const isOneOfMany = (identity: Identity): boolean =>
  [...UNAUTHENTICATED, ...API_TOKENS].some((one) => one === identity) || identity.includes(' without ');

/** The kinds of ID that can change the answer: only callers with access get as far as looking for the ID. */
export function idKindsFor(row: AccessRow, identity: Identity): readonly IdKind[] {
  const verdict = row.audience[identity];
  if (verdict === 401) return ['own'];
  if (verdict === 403) return ['own', 'foreign'];
  return IS_DEEP || identity === 'userA' || identity === 'superAdmin' ? ID_KINDS : ['own', 'foreign'];
}
