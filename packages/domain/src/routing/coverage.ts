import type { CampaignSettings } from '@poklik/contract/campaigns';
import {
  BROWSERS,
  type Condition,
  DEVICES,
  type Destination,
  type Dimension,
  destinationProblem,
  OPERATING_SYSTEMS,
  type Rule,
} from '@poklik/contract/routing';
import { parseHours } from '../schedule/weekly-hours.ts';

/** A place at or below a lander: its path in the settings, and its destinations and links as in `1 → /o/2 → 3`. */
interface Below {
  rule: number;
  path: string;
  at: string;
  /** 1-based; 0 stands for all of them. */
  slot: number;
}

/** How many links the page of a lander has. */
type CountSlots = (landerId: number) => number;

/** A likely mistake in the rules. Rules and destinations have 1-based indexes; rule 0 is the default route. */
export type CoverageProblem =
  | { kind: 'default_missing' }
  | { kind: 'rule_never_reached'; rule: number; because: number }
  | { kind: 'rule_never_matches'; rule: number }
  | { kind: 'rule_leads_nowhere'; rule: number }
  | { kind: 'rule_switched_off'; rule: number }
  | { kind: 'condition_empty'; rule: number; condition: number }
  | { kind: 'condition_always_true'; rule: number; condition: number }
  | { kind: 'destination_missing'; rule: number; destination: number }
  | { kind: 'destination_repeated'; rule: number; destination: number }
  | { kind: 'destination_switched_off'; rule: number; destination: number }
  | ({ kind: 'next_missing' | 'slot_empty' | 'lander_leads_nowhere' } & Below)
  | { kind: 'no_default_used' };

/** Warnings shown before traffic starts. Only definite problems are reported. */
export function coverageProblems(
  settings: Pick<CampaignSettings, 'rules' | 'destinations' | 'default_url'>,
  countSlots: CountSlots = () => 0,
): CoverageProblem[] {
  const problems: CoverageProblem[] = [];
  if (destinationProblem(settings.default_url.trim()) !== null) problems.push({ kind: 'default_missing' });
  problems.push(...destinationProblems(settings.destinations, 0, countSlots));
  const live: { rule: Rule; place: number }[] = [];
  settings.rules.forEach((rule, index) => {
    const place = index + 1;
    if (!rule.active) {
      problems.push({ kind: 'rule_switched_off', rule: place });
      return;
    }
    if (!rule.destinations.some((destination) => destination.active)) {
      problems.push({ kind: 'rule_leads_nowhere', rule: place });
      return;
    }
    problems.push(...conditionProblems(rule, place), ...destinationProblems(rule.destinations, place, countSlots));
    // An incomplete rule can't be evaluated yet.
    if (rule.conditions.length === 0 || rule.conditions.some(isEmpty)) return;
    if (neverMatches(rule)) {
      problems.push({ kind: 'rule_never_matches', rule: place });
      return;
    }
    const earlier = live.find((candidate) => covers(candidate.rule, rule));
    if (earlier) problems.push({ kind: 'rule_never_reached', rule: place, because: earlier.place });
    else live.push({ rule, place });
  });
  if (live.some(({ rule }) => matchesEveryone(rule))) problems.push({ kind: 'no_default_used' });
  return problems;
}

const isEmpty = ({ values }: Condition): boolean => values.length === 0;

const conditionProblems = ({ conditions }: Rule, rule: number): CoverageProblem[] =>
  conditions.flatMap((condition, at): CoverageProblem[] => {
    if (isEmpty(condition)) return [{ kind: 'condition_empty', rule, condition: at + 1 }];
    return isAlwaysTrue(condition) ? [{ kind: 'condition_always_true', rule, condition: at + 1 }] : [];
  });

/** Destinations without a URL, and weights without effect because a destination is disabled or repeated. */
function destinationProblems(
  destinations: readonly Destination[],
  rule: number,
  countSlots: CountSlots,
): CoverageProblem[] {
  const seen = new Set<string>();
  const list = rule === 0 ? 'destinations' : `rules.${rule - 1}.destinations`;
  return destinations.flatMap((each, index): CoverageProblem[] => {
    const { url, active } = each;
    const destination = index + 1;
    if (!active) return [{ kind: 'destination_switched_off', rule, destination }];
    if (isMissing(each)) return [{ kind: 'destination_missing', rule, destination }];
    // A lander may be there twice, with other offers behind it.
    if (isLander(each))
      return landerProblems(each, countSlots, { rule, path: `${list}.${index}`, at: String(destination) });
    const again = seen.has(url);
    seen.add(url);
    return again ? [{ kind: 'destination_repeated', rule, destination }] : [];
  });
}

/** One that is not chosen yet has slots already. */
const isLander = ({ lander_id, next }: Destination): boolean => lander_id != null || next !== undefined;

const isMissing = (each: Destination): boolean =>
  isLander(each) ? each.lander_id == null : destinationProblem(each.url.trim()) !== null;

/** Slots that nobody sees otherwise: empty ones act as the first. */
function landerProblems(
  { lander_id, next = [] }: Destination,
  countSlots: CountSlots,
  place: Omit<Below, 'slot'>,
): CoverageProblem[] {
  const count = Math.max(next.length, lander_id == null ? 0 : countSlots(lander_id));
  const slots = Array.from({ length: count }, (_, at) => next[at]?.targets ?? []);
  const isOpen = slots.map((targets) => targets.some(({ active }) => active));
  if (!isOpen.includes(true)) return [{ kind: 'lander_leads_nowhere', ...place, slot: 0 }];
  return slots.flatMap((targets, index): CoverageProblem[] => {
    const slot = index + 1;
    const own = { rule: place.rule, path: `${place.path}.next.${index}.targets`, at: `${place.at} → /o/${slot}`, slot };
    if (!isOpen[index]) return [{ kind: 'slot_empty', ...own }];
    return targets.flatMap((each, target): CoverageProblem[] => {
      const below = { ...own, path: `${own.path}.${target}`, at: `${own.at} → ${target + 1}` };
      if (!each.active) return [];
      if (isMissing(each)) return [{ kind: 'next_missing', ...below }];
      return isLander(each) ? landerProblems(each, countSlots, below) : [];
    });
  });
}

const MINUTES_OF_A_DAY = 24 * 60;

/** Dimensions with a fixed list of values, besides the schedule. */
const CLOSED: Partial<Record<Dimension, readonly string[]>> = {
  device: DEVICES,
  os: OPERATING_SYSTEMS,
  browser: BROWSERS,
};

function listsAllValues({ dimension, values }: Condition): boolean {
  if (dimension !== 'schedule') return CLOSED[dimension]?.every((value) => values.includes(value)) ?? false;
  const whole = values.map(parseHours).filter(({ from, to }) => from === 0 && to === MINUTES_OF_A_DAY);
  return new Set(whole.map(({ weekday }) => weekday)).size === 7;
}

const isAlwaysTrue = (condition: Condition): boolean => condition.operator === 'in' && listsAllValues(condition);
const isNeverTrue = (condition: Condition): boolean => condition.operator === 'not_in' && listsAllValues(condition);

/** Two conditions on one dimension without a common value can never both match. */
function neverMatches(rule: Rule): boolean {
  if (rule.match !== 'all') return rule.conditions.every(isNeverTrue);
  if (rule.conditions.some(isNeverTrue)) return true;
  return rule.conditions.some((one, index) =>
    rule.conditions.slice(index + 1).some((other) => one.dimension === other.dimension && excludes(one, other)),
  );
}

function excludes(one: Condition, other: Condition): boolean {
  if (one.dimension === 'schedule') return false;
  const [wanted, refused] = one.operator === 'in' ? [one, other] : [other, one];
  if (wanted.operator !== 'in') return false;
  return refused.operator === 'in'
    ? !wanted.values.some((value) => refused.values.includes(value))
    : wanted.values.every((value) => refused.values.includes(value));
}

/** Every visitor of the second rule already matches the first. */
function covers(first: Rule, second: Rule): boolean {
  if (first.match === 'any') return first.conditions.some((condition) => impliedByRule(condition, second));
  return first.conditions.every((condition) => impliedByRule(condition, second));
}

function impliedByRule(condition: Condition, rule: Rule): boolean {
  if (isAlwaysTrue(condition)) return true;
  const implies = (given: Condition) => given.dimension === condition.dimension && isNarrower(given, condition);
  return rule.match === 'all' ? rule.conditions.some(implies) : rule.conditions.every(implies);
}

/** Every visitor who matches `given` matches `wider` too. */
function isNarrower(given: Condition, wider: Condition): boolean {
  if (given.operator === 'in' && wider.operator === 'in')
    return given.values.every((value) => wider.values.includes(value));
  if (given.operator === 'not_in' && wider.operator === 'not_in')
    return wider.values.every((value) => given.values.includes(value));
  if (given.dimension === 'schedule') return false;
  return (
    given.operator === 'in' &&
    wider.operator === 'not_in' &&
    !given.values.some((value) => wider.values.includes(value))
  );
}

function matchesEveryone(rule: Rule): boolean {
  return rule.match === 'all' ? rule.conditions.every(isAlwaysTrue) : rule.conditions.some(isAlwaysTrue);
}
