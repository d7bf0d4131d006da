import type { VisitorFacts } from '@poklik/contract/routing';
import { type Choice, chooseDestination, type RoutingInput } from '@poklik/domain/campaigns/routing-plan';
import type { LocalMoment } from '@poklik/domain/campaigns/weekly-hours';
import type { CompiledCampaign } from '../compiled-campaign.ts';

export const DRAWS = 1_000_000;

/**
 * Where a visitor goes. What decides is all there is in the parameters: the facts that routing may see, the campaign's
 * clock, the draw, and where the same browser went before. Addresses, referrers and robots are not among them.
 */
export function choose(
  campaign: Pick<CompiledCampaign, 'plan' | 'settings'>,
  facts: VisitorFacts,
  moment: LocalMoment,
  draw: number,
  cookie: string,
): Choice {
  return chooseDestination(campaign.plan, {
    facts,
    moment,
    random: draw / DRAWS,
    before: campaign.settings.sticky ? placeBefore(cookie) : undefined,
  });
}

/** The cookie of a campaign that keeps its visitors. It lives under the path of the link, so one name serves all. */
const COOKIE = /(?:^|;\s*)pk=(\d{1,2})\.(\d{1,2})(?:;|$)/;

function placeBefore(cookie: string): RoutingInput['before'] {
  const [, rule, destination] = COOKIE.exec(cookie) ?? [];
  return rule === undefined ? undefined : { rule: Number(rule), destination: Number(destination) };
}

const SECONDS_OF_A_DAY = 86_400;

/** Remembers the place of the destination and nothing about the visitor, for as long as a click can convert. */
export function placeCookie({ key, settings }: CompiledCampaign, choice: Choice, isSecure: boolean): string {
  const lifetime = settings.attribution_days * SECONDS_OF_A_DAY;
  const flags = `HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  return `pk=${choice.rule}.${choice.destination}; Path=/c/${encodeURIComponent(key)}; Max-Age=${lifetime}; ${flags}`;
}
