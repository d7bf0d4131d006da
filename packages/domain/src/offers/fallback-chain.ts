import { FALLBACK_CHAIN_MAX } from '@poklik/contract/routing';

/** The fallback of each offer that has one. */
type Fallbacks = ReadonlyMap<number, number>;

/** Why an offer can't have this fallback: a cycle, or a chain that is too long with the offers that lead to it. */
export function fallbackProblem(
  fallbacks: Fallbacks,
  id: number | null,
  fallbackId: number,
): 'fallback_cycle' | 'too_deep' | null {
  const below = chainFrom(fallbacks, fallbackId);
  if (id !== null && below.includes(id)) return 'fallback_cycle';
  const above = id === null ? 1 : lengthAbove(fallbacks, id);
  return above + below.length > FALLBACK_CHAIN_MAX ? 'too_deep' : null;
}

/** Ends early in data that has a cycle. */
function chainFrom(fallbacks: Fallbacks, start: number): number[] {
  const chain = [start];
  for (let next = fallbacks.get(start); next !== undefined && !chain.includes(next); next = fallbacks.get(next))
    chain.push(next);
  return chain;
}

/** How many offers the longest chain that ends with this one has. */
function lengthAbove(fallbacks: Fallbacks, id: number): number {
  let length = 1;
  for (let level = new Set([id]); length <= FALLBACK_CHAIN_MAX; length += 1) {
    level = new Set([...fallbacks].filter(([, to]) => level.has(to)).map(([from]) => from));
    if (level.size === 0) break;
  }
  return length;
}
