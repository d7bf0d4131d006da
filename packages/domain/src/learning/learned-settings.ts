import type { CampaignSettings } from '@poklik/contract/campaigns';
import { type Destination, type Optimise, OWN_SET } from '@poklik/contract/routing';

type Routed = Pick<CampaignSettings, 'destinations' | 'rules' | 'optimise'>;

/** Destinations that compete for the same visitors. */
export interface TargetSet {
  uid: string;
  /** 1-based; 0 for the campaign's own destinations. */
  rule: number;
  destinations: readonly Destination[];
  optimise?: Optimise | undefined;
}

/** Weights by identity of the destination; null when the owner's hold. */
export type LearnedWeights = Readonly<Record<string, number>> | null;
/** By identity of the set. */
export type LearnedSets = Readonly<Record<string, LearnedWeights>>;

/** Those with an identity, which campaigns have since their first save. */
export const listSets = ({ destinations, rules, optimise }: Routed): TargetSet[] => [
  { uid: OWN_SET, rule: 0, destinations, optimise },
  ...rules.flatMap(({ uid, ...rule }, at) =>
    uid === undefined ? [] : [{ uid, rule: at + 1, destinations: rule.destinations, optimise: rule.optimise }],
  ),
];

/** Identities of the destinations that take visitors. */
export const activeTargets = ({ destinations }: Pick<TargetSet, 'destinations'>): string[] =>
  destinations.flatMap(({ uid, active }) => (active && uid !== undefined ? uid : []));

/** There is nothing to learn about a single destination. */
export const isLearning = (set: Pick<TargetSet, 'destinations' | 'optimise'>): boolean =>
  set.optimise?.mode === 'learn' && activeTargets(set).length > 1;

/** The weights that hold. Learned ones must know all destinations that take visitors, otherwise the owner's hold. */
function reweigh(
  destinations: readonly Destination[],
  optimise: Optimise | undefined,
  learned: LearnedWeights | undefined,
): Destination[] {
  const isComplete = destinations.every(({ uid, active }) => !active || learned?.[uid ?? ''] !== undefined);
  if (!learned || !isComplete || !isLearning({ destinations, optimise })) return [...destinations];
  return destinations.map((each) => ({ ...each, weight: learned[each.uid ?? ''] ?? each.weight }));
}

/** The same settings with the weights that hold. Sets that don't learn keep theirs. */
export const withLearnedWeights = <S extends Routed>(settings: S, learned: LearnedSets): S => ({
  ...settings,
  destinations: reweigh(settings.destinations, settings.optimise, learned[OWN_SET]),
  rules: settings.rules.map((rule) => ({
    ...rule,
    destinations: reweigh(rule.destinations, rule.optimise, learned[rule.uid ?? '']),
  })),
});
