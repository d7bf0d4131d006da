import type { CampaignSettings } from '@poklik/contract/campaigns';
import type { Destination } from '@poklik/contract/routing';
import { destinationLists, type Place } from '../campaigns/place-weights.ts';

type Routed = Pick<CampaignSettings, 'destinations' | 'rules'>;

export interface WeightShare {
  /** Part of the name or URL of destinations. */
  text: string;
  /** Whole percent from 1 to 99 that they get together. */
  share: number;
}

/**
 * The weights that change when matching destinations get a share of the visitors wherever they compete with others.
 * Within both groups, destinations keep their proportions. Destinations that are off keep their weights.
 */
export function planWeightShare(settings: Routed, { text, share }: WeightShare): Map<Place, number> {
  const planned = new Map<Place, number>();
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return planned;
  for (const list of destinationLists(settings)) {
    const active = list.filter(({ destination }) => destination.active);
    const [chosen, others] = [true, false].map((isWanted) =>
      active.filter(({ destination }) => matches(destination, wanted) === isWanted),
    ) as [typeof active, typeof active];
    if (chosen.length === 0 || others.length === 0) continue;
    const [own, rest] = [sumOf(chosen), sumOf(others)];
    if (own * 100 === share * (own + rest)) continue;
    // Weights are whole numbers from 1, so a small share of many destinations needs larger ones.
    const scale = share >= chosen.length && 100 - share >= others.length ? 1 : 10;
    for (const [group, total] of [
      [chosen, share * scale],
      [others, (100 - share) * scale],
    ] as const) {
      const weights = divide(
        total,
        group.map(({ destination }) => destination.weight),
      );
      for (const [at, { place }] of group.entries()) planned.set(place, weights[at] ?? 1);
    }
  }
  return planned;
}

const matches = ({ name, url }: Destination, wanted: string): boolean =>
  name.toLowerCase().includes(wanted) || url.toLowerCase().includes(wanted);

const sumOf = (list: readonly { destination: Destination }[]): number =>
  list.reduce((sum, { destination }) => sum + destination.weight, 0);

/** Whole parts of a total in given proportions, each at least 1. */
function divide(total: number, proportions: readonly number[]): number[] {
  const whole = proportions.reduce((sum, part) => sum + part, 0);
  const exact = proportions.map((part) => (total * part) / whole);
  const parts = exact.map((part) => Math.max(1, Math.floor(part)));
  let left = total - parts.reduce((sum, part) => sum + part, 0);
  while (left !== 0) {
    const step = Math.sign(left);
    // The part that is furthest from its exact size in that direction, and can still change.
    const at = parts
      .map((part, place) => ({ place, gap: step * ((exact[place] ?? 0) - part), canChange: step > 0 || part > 1 }))
      .filter(({ canChange }) => canChange)
      .reduce((best, each) => (each.gap > best.gap ? each : best)).place;
    parts[at] = (parts[at] ?? 0) + step;
    left -= step;
  }
  return parts;
}

/** Names, or hosts of those without one, of destinations that compete with others; the most frequent first. */
export function competingDestinations(campaigns: readonly Routed[]): string[] {
  const counts = new Map<string, number>();
  for (const campaign of campaigns) {
    for (const list of destinationLists(campaign)) {
      const active = list.filter(({ destination }) => destination.active);
      for (const { destination } of active) {
        const name = destination.name || (/^https?:\/\/([^/?#]+)/.exec(destination.url)?.[1] ?? '');
        // A name that all of them have tells none apart.
        if (active.every((each) => matches(each.destination, name.toLowerCase()))) continue;
        counts.set(name, (counts.get(name) ?? 0) + 1);
      }
    }
  }
  return [...counts].sort(([, one], [, other]) => other - one).map(([name]) => name);
}
