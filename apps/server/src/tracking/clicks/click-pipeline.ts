import { ClickOutcome } from '@poklik/domain/clicks/click-outcome';
import { ClickContext, type ClickSources, type ClickStep, DropReason } from './click-context.ts';
import { createStepTimings, type StepTiming } from './step-timings.ts';
import { checkTraffic, divertAdHit, findCampaign } from './steps/campaign-state.ts';
import { captureIds } from './steps/capture-ids.ts';
import { checkBlackList, rejectBlocked } from './steps/check-black-list.ts';
import { chooseDestination, countTowardsCap, rememberDestination } from './steps/choose-destination.ts';
import { assignClickId, buildRecord } from './steps/click-record.ts';
import { buildFinalUrl } from './steps/final-url.ts';
import { readParameters } from './steps/link-parameters.ts';
import { signPass } from './steps/sign-pass.ts';
import { detectVisitor, identifyVisitor, rejectPrefetch } from './steps/visitor-facts.ts';
import type { Visit } from './visit.ts';

/** Everything that happens to a click between request and response, in order. */
export const CLICK_STEPS = [
  { name: 'reject_prefetch', run: rejectPrefetch },
  { name: 'find_campaign', run: findCampaign },
  { name: 'check_traffic', run: checkTraffic },
  { name: 'divert_ad_hit', run: divertAdHit },
  { name: 'check_black_list', run: checkBlackList },
  { name: 'detect_visitor', run: detectVisitor },
  { name: 'read_parameters', run: readParameters },
  { name: 'assign_click_id', run: assignClickId },
  { name: 'identify_visitor', run: identifyVisitor },
  { name: 'reject_blocked', run: rejectBlocked },
  { name: 'capture_ids', run: captureIds },
  { name: 'choose_destination', run: chooseDestination },
  { name: 'sign_pass', run: signPass },
  { name: 'build_final_url', run: buildFinalUrl },
  { name: 'count_towards_cap', run: countTowardsCap },
  { name: 'remember_destination', run: rememberDestination },
  { name: 'build_record', run: buildRecord },
] as const satisfies readonly { name: string; run: ClickStep }[];

type ClickStepName = (typeof CLICK_STEPS)[number]['name'];
const STEPS: readonly ClickStep[] = CLICK_STEPS.map(({ run }) => run);
const STEP_NAMES = CLICK_STEPS.map(({ name }) => name);

export type ClickResponse =
  | {
      kind: 'redirect';
      location: string;
      cookies: readonly string[];
      record: string;
      idsRecord: string;
      isExcluded: boolean;
    }
  /** Blocked clicks have a record, all others are empty. */
  | { kind: 'dropped'; reason: DropReason; record: string };

/** Since the start. HEAD requests are timed, but not counted as dropped. */
export interface ClickMetrics {
  steps: readonly StepTiming<ClickStepName>[];
  drops: Readonly<Record<DropReason, number>>;
}

export interface ClickPipeline {
  /** Handles a click step by step, from the request to the response and the record. */
  handle(visit: Visit): ClickResponse;
  metrics(): ClickMetrics;
}

/** Timing every click would cost more than some of its steps. */
export const TIMED_ONE_IN = 64;

export function createClickPipeline(sources: ClickSources): ClickPipeline {
  const timings = createStepTimings(STEP_NAMES);
  const drops = Object.fromEntries(Object.values(DropReason).map((reason) => [reason, 0])) as Record<
    DropReason,
    number
  >;
  let handled = 0;

  function run(click: ClickContext): DropReason | undefined {
    for (let index = 0; index < STEPS.length; index += 1) {
      const reason = (STEPS[index] as ClickStep)(click);
      if (reason !== undefined) return reason;
    }
    return undefined;
  }

  function runTimed(click: ClickContext): DropReason | undefined {
    let start = performance.now();
    for (let index = 0; index < STEPS.length; index += 1) {
      const reason = (STEPS[index] as ClickStep)(click);
      const end = performance.now();
      timings.add(index, end - start);
      if (reason !== undefined) return reason;
      start = end;
    }
    return undefined;
  }

  return {
    handle(visit) {
      handled += 1;
      const click = new ClickContext(sources, visit);
      const reason = handled % TIMED_ONE_IN === 0 ? runTimed(click) : run(click);
      if (reason !== undefined) {
        if (visit.isClick) drops[reason] += 1;
        return { kind: 'dropped', reason, record: click.record };
      }
      return {
        kind: 'redirect',
        location: click.finalUrl,
        cookies: [click.cookie, click.passCookie].filter((cookie) => cookie !== undefined),
        record: click.record,
        idsRecord: click.idsRecord,
        isExcluded: click.blackListMatch.outcome === ClickOutcome.excluded,
      };
    },
    metrics: () => ({ steps: timings.list(), drops: { ...drops } }),
  };
}
