/** What one of several trackers knows about the clicks of a campaign on a day. */
export interface CapShare {
  /** Up to this count its own clicks are reserved for it. */
  granted: number;
  /** Clicks of the other trackers and what is reserved for them. */
  others: number;
  /** Trackers that count clicks now, including this one; 1 while the others cannot be reached. */
  trackers: number;
}

/** In the last part of a cap, trackers count only clicks that are reserved for them, but for one. */
const RESERVED_FROM = 0.95;
const GRANTS_PER_TRACKER = 4;

/** How many clicks are reserved at a time. */
export function grantSize(remaining: number, trackers: number): number {
  return remaining <= 0 ? 0 : Math.max(1, Math.floor(remaining / (GRANTS_PER_TRACKER * trackers)));
}

/**
 * Up to which count a tracker counts its own clicks now. A tracker alone knows all of them. Several count what is
 * granted, and while they wait for the next grant, no click waits: they run ahead by a share of what remains, and in
 * the last part of the cap by one click.
 */
export function ownLimit(cap: number, { granted, others, trackers }: CapShare): number {
  const free = cap - others;
  if (trackers <= 1) return free;
  const share = Math.floor((cap * RESERVED_FROM - others - granted) / (GRANTS_PER_TRACKER * trackers));
  return Math.min(free, granted + Math.max(1, share));
}
