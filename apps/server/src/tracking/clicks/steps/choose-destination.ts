import type { VisitorFacts } from '@poklik/contract/routing';
import { ClickOutcome } from '@poklik/domain/clicks/click-outcome';
import {
  type Choice,
  chooseDestination as followPlan,
  type LiveTargets,
  type RoutingInput,
} from '@poklik/domain/routing/routing-plan';
import type { LocalMoment } from '@poklik/domain/schedule/weekly-hours';
import type { CompiledCampaign } from '../../campaigns/compiled-campaign.ts';
import type { ClickContext } from '../click-context.ts';

export const RANDOM_RANGE = 1_000_000;

export function chooseDestination(click: ClickContext): undefined {
  const { campaign, visit, sources } = click;
  click.choice = click.isOpen
    ? chooseForVisitor(campaign, click.visitor.facts, click.moment, visit.random, visit.cookie, {
        findOffer: sources.offers.find,
        findLander: sources.landers.find,
      })
    : { rule: 0, destination: 0, url: campaign.settings.default_url };
}

/** Only clicks that follow the rules and count in statistics use up the caps. */
export function countTowardsCap(click: ClickContext): undefined {
  const { sources, campaign, visit, choice } = click;
  if (!click.isOpen || !visit.isClick || click.blackListMatch.outcome !== ClickOutcome.redirected) return;
  if (campaign.settings.daily_cap !== null) sources.counts.add(campaign.id, click.moment.day);
  if (choice.offerId !== undefined) sources.offers.countClick(choice.offerId, visit.now);
}

export function rememberDestination(click: ClickContext): undefined {
  const { campaign, choice, sources } = click;
  if (click.isOpen && campaign.settings.sticky) click.cookie = destinationCookie(campaign, choice, sources.isSecure());
}

/**
 * Chooses the destination. Its parameters are all that can affect routing: visitor facts, the campaign's clock, the
 * random value, where the same browser went before, and the state of offers and landers. IP addresses, referrers and
 * bot labels are not among them.
 */
export function chooseForVisitor(
  campaign: Pick<CompiledCampaign, 'plan' | 'settings'>,
  facts: VisitorFacts,
  moment: LocalMoment,
  random: number,
  cookie: string,
  live: Pick<LiveTargets, 'findOffer' | 'findLander'>,
): Choice {
  return followPlan(
    campaign.plan,
    {
      facts,
      moment,
      random: random / RANDOM_RANGE,
      before: campaign.settings.sticky ? previousDestination(cookie) : undefined,
    },
    { ...live, defaultUrl: campaign.settings.default_url },
  );
}

/** Cookie of sticky campaigns. Its path is that of the link, so one name serves all. */
const COOKIE = /(?:^|;\s*)pk=(\d{1,2})\.(\d{1,2})(?:;|$)/;

function previousDestination(cookie: string): RoutingInput['before'] {
  const [, rule, destination] = COOKIE.exec(cookie) ?? [];
  return rule === undefined ? undefined : { rule: Number(rule), destination: Number(destination) };
}

const DAY_SECONDS = 86_400;

/** Remembers the destination and nothing about the visitor, for the attribution window. */
function destinationCookie({ key, settings }: CompiledCampaign, choice: Choice, isSecure: boolean): string {
  const lifetime = settings.attribution_days * DAY_SECONDS;
  const flags = `HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  return `pk=${choice.rule}.${choice.destination}; Path=/c/${encodeURIComponent(key)}; Max-Age=${lifetime}; ${flags}`;
}
