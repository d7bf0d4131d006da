import type { ClickContext, ClickStep, DropReason } from './click-context.ts';
import { checkTraffic, findCampaign } from './steps/campaign-state.ts';
import { checkBlackList, rejectBlocked } from './steps/check-black-list.ts';
import { assignClickId } from './steps/click-record.ts';
import { readParameters } from './steps/link-parameters.ts';
import { detectVisitor, identifyVisitor } from './steps/visitor-facts.ts';

/** Those of a click on a tracking link, without the choice: for clicks that start elsewhere. */
export const ENTRY_STEPS: readonly ClickStep[] = [
  findCampaign,
  checkTraffic,
  checkBlackList,
  detectVisitor,
  readParameters,
  assignClickId,
  identifyVisitor,
  rejectBlocked,
];

/** Why the click ends, if one of the steps ends it. */
export function runSteps(click: ClickContext, steps: readonly ClickStep[]): DropReason | undefined {
  for (const step of steps) {
    const reason = step(click);
    if (reason !== undefined) return reason;
  }
  return undefined;
}
