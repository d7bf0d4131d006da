import type { CampaignSettings } from '@poklik/contract/campaigns';
import type { Condition } from '@poklik/contract/routing';
import {
  type Choice,
  chooseDestination,
  holds,
  type LiveTargets,
  PLAIN_URLS,
  planCondition,
  planRouting,
  type RoutingInput,
} from './routing-plan.ts';

export interface ExplainedRule {
  /** 1-based index. */
  rule: number;
  name: string;
  /** `skipped`: an earlier rule matched. */
  outcome: 'matched' | 'not_matched' | 'skipped' | 'switched_off';
  conditions: { condition: Condition; holds: boolean }[];
}

export interface Explanation {
  choice: Choice;
  rules: ExplainedRule[];
  /** The part of 0–1 that leads to the chosen destination. */
  share: { from: number; to: number };
}

/** Why a visitor is routed to a destination: every rule, its conditions and the weight. */
export function explainRouting(
  settings: Pick<CampaignSettings, 'rules' | 'destinations' | 'default_url'>,
  input: RoutingInput,
  live: LiveTargets = PLAIN_URLS,
): Explanation {
  const choice = chooseDestination(planRouting(settings), input, live);
  const rules = settings.rules.map((rule, index): ExplainedRule => {
    const place = index + 1;
    const conditions = rule.conditions.map((condition) => ({
      condition,
      holds: holds(planCondition(condition), input),
    }));
    return { rule: place, name: rule.name, outcome: outcomeOf(place, rule, choice), conditions };
  });
  return { choice, rules, share: shareRange(settings, choice) };
}

function outcomeOf(place: number, rule: CampaignSettings['rules'][number], choice: Choice): ExplainedRule['outcome'] {
  if (!rule.active || !rule.destinations.some(({ active }) => active)) return 'switched_off';
  if (place === choice.rule) return 'matched';
  return choice.rule !== 0 && place > choice.rule ? 'skipped' : 'not_matched';
}

function shareRange(settings: Pick<CampaignSettings, 'rules' | 'destinations'>, choice: Choice): Explanation['share'] {
  const list = choice.rule === 0 ? settings.destinations : (settings.rules[choice.rule - 1]?.destinations ?? []);
  const weights = list.map(({ weight, active }) => (active ? weight : 0));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (choice.destination === 0 || total === 0) return { from: 0, to: 1 };
  const before = weights.slice(0, choice.destination - 1).reduce((sum, weight) => sum + weight, 0);
  return { from: before / total, to: (before + (weights[choice.destination - 1] ?? 0)) / total };
}
