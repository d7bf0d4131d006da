import {
  type Choice,
  matches,
  type PlannedLander,
  pickByWeight,
  type RoutingInput,
  type RoutingPlan,
} from './routing-plan.ts';

/**
 * What a click means that starts on a page: the rule that matches the visitor, and of its destinations only those that
 * start with the lander that the page is. The visitor is there already, so a paused lander takes part.
 */
export function chooseOnPage(
  plan: RoutingPlan,
  input: Pick<RoutingInput, 'facts' | 'moment' | 'random'>,
  landerId: number | undefined,
): Choice {
  const rule = plan.rules.find((each) => matches(each, input));
  const own = landerId === undefined ? [] : withLander(rule?.destinations ?? plan.fallback, landerId);
  if (own.length === 0) return { ...choiceWithoutRules(plan, landerId), rule: rule?.place ?? 0 };
  const { place, lander } = pickByWeight(own, input.random);
  return { rule: rule?.place ?? 0, destination: place, url: '', ...(lander && { lander }) };
}

/** The same while the rules don't apply, or where they don't lead to the lander. */
export const choiceWithoutRules = (plan: RoutingPlan, landerId: number | undefined): Choice => ({
  ...{ rule: 0, destination: 0, url: '' },
  ...(landerId !== undefined && { lander: findLander(plan, landerId) }),
});

/** The lander anywhere in the campaign. If the campaign doesn't have it, its links lead to the default URL. */
const findLander = ({ landers = [] }: RoutingPlan, landerId: number): PlannedLander =>
  landers.find(({ id }) => id === landerId) ?? { uid: '', id: landerId, step: 1, slots: [] };

/** With weights that are cumulative again. */
function withLander(destinations: RoutingPlan['fallback'], landerId: number): RoutingPlan['fallback'] {
  let [upTo, before] = [0, 0];
  return destinations.flatMap((each) => {
    const weight = each.upTo - before;
    before = each.upTo;
    if (each.lander?.id !== landerId) return [];
    upTo += weight;
    return [{ ...each, upTo }];
  });
}
