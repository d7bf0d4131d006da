import type { ServerClick, ServerVisit } from '@poklik/contract/server-visit';
import type { ClickOutcome } from '@poklik/domain/clicks/click-outcome';
import type { IpAddress } from '@poklik/domain/ip/ip-address';
import { chooseOnPage } from '@poklik/domain/routing/page-choice';
import { ClickContext, type ClickSources, DropReason } from '../clicks/click-context.ts';
import { ENTRY_STEPS, runSteps } from '../clicks/entry-steps.ts';
import { captureIds } from '../clicks/steps/capture-ids.ts';
import { chooseDestination, countTowardsCap, RANDOM_RANGE } from '../clicks/steps/choose-destination.ts';
import { buildRecord } from '../clicks/steps/click-record.ts';
import { buildFinalUrl } from '../clicks/steps/final-url.ts';
import { signPass } from '../clicks/steps/sign-pass.ts';
import type { KnownPage } from './script-visit.ts';

type ServerResponse =
  /** A draft, or a campaign that stopped and leads nowhere. */
  | { kind: 'missing' | 'gone' }
  | { kind: 'click'; click: ServerClick; record: string; idsRecord: string; outcome: ClickOutcome };

interface Told extends KnownPage {
  visit: ServerVisit;
  address: IpAddress;
  now: number;
}

const AFTER_CHOICE = [captureIds, signPass, buildFinalUrl, countTowardsCap, buildRecord] as const;

/** A click that a server reports, with the same steps as one on the tracking link. */
export function handleServerVisit(
  sources: ClickSources,
  { campaign, lander, visit, address, now }: Told,
): ServerResponse {
  const random = Math.floor(Math.random() * RANDOM_RANGE);
  const click = new ClickContext(sources, {
    ...{ key: campaign.key, query: String(new URLSearchParams(visit.params)), address, userAgent: visit.user_agent },
    ...{ acceptLanguage: visit.language, referrer: visit.referrer, cookie: '', now, random },
    ...{ isClick: true, isPrefetch: false, isPrivate: false },
  });
  click.entry = 'server';
  const reason = runSteps(click, ENTRY_STEPS);
  if (reason === undefined) {
    chooseDestination(click);
    if (lander && click.isOpen) {
      const input = { facts: click.visitor.facts, moment: click.moment, random: random / RANDOM_RANGE };
      click.choice = chooseOnPage(campaign.plan, input, lander.id);
    }
    runSteps(click, AFTER_CHOICE);
  } else if (reason !== DropReason.blocked)
    return { kind: reason === DropReason.draft || reason === DropReason.unknownLink ? 'missing' : 'gone' };
  const { clickId, pass, finalUrl, record, idsRecord, blackListMatch } = click;
  return {
    ...{ kind: 'click', record, idsRecord, outcome: blackListMatch.outcome },
    click: { click_id: clickId, pass, location: finalUrl },
  };
}
