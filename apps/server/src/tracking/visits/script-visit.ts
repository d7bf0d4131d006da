import { ClickOutcome } from '@poklik/domain/clicks/click-outcome';
import { splitOfferClickId } from '@poklik/domain/clicks/offer-click-id';
import { parseConsent } from '@poklik/domain/clicks/source-ids';
import { choiceWithoutRules, chooseOnPage } from '@poklik/domain/routing/page-choice';
import type { PlannedLander, RoutingPlan } from '@poklik/domain/routing/routing-plan';
import type { CompiledCampaign } from '../campaigns/compiled-campaign.ts';
import type { CompiledLander } from '../campaigns/lander-index.ts';
import { ClickContext, type ClickSources, DropReason } from '../clicks/click-context.ts';
import { parseCampaignId, parseClickTime } from '../clicks/click-id.ts';
import { ENTRY_STEPS, runSteps } from '../clicks/entry-steps.ts';
import { cleanText } from '../clicks/record-field.ts';
import { captureIds } from '../clicks/steps/capture-ids.ts';
import { countTowardsCap, RANDOM_RANGE } from '../clicks/steps/choose-destination.ts';
import { buildRecord } from '../clicks/steps/click-record.ts';
import { passOf } from '../clicks/steps/sign-pass.ts';
import type { Visit } from '../clicks/visit.ts';
import type { EventLimiter } from '../landing/event-limiter.ts';
import { passCookie } from '../passes/pass-cookies.ts';
import type { KnownPass } from '../passes/pass-keys.ts';
import { adTagOf } from './ad-tag.ts';
import { isScriptHost } from './web-address.ts';

/** What the script of a page tells. */
export interface ScriptVisit {
  /** Of the campaign. */
  key: string;
  /** Of the lander that the page is; may be empty. */
  landerKey: string;
  /** Of the page, without the question mark. */
  query: string;
  /** Of the page, for the click log. */
  path: string;
  referrer: string;
  /** What the script kept from an earlier answer. */
  pass: string;
  clickId: string;
  tag: string;
  /** What the visitor said about consent; `cookieless` keeps nothing on the device. */
  consent: string;
  /** The site that sent it, as the browser says. */
  origin: string;
}

/** The request of the script itself. */
type ScriptRequest = Omit<Visit, 'key' | 'query' | 'referrer' | 'random' | 'isClick' | 'cookie'>;

type ScriptSources = ClickSources & { allowance: EventLimiter };

type ScriptResponse =
  /** Not a page of the campaign, or a visitor who is not recorded. */
  | { kind: 'nothing' }
  | { kind: 'over_limit' }
  | { kind: 'blocked'; record: string }
  | ({ kind: 'known' } & KnownVisit)
  | ({ kind: 'click'; record: string; idsRecord: string; isExcluded: boolean } & KnownVisit);

export interface KnownVisit {
  clickId: string;
  pass: string;
  /** For the script to keep: the same one later is not a new click. */
  tag: string;
  cookies: readonly string[];
}

const PATH_MAX = 2_048;
const DAY_MS = 86_400_000;

/** A visit of a page: the click that the visitor has already, or a new one with the rules of the campaign. */
export function handleScriptVisit(sources: ScriptSources, sent: ScriptVisit, request: ScriptRequest): ScriptResponse {
  const campaign = sources.campaigns.find(sent.key);
  if (!campaign || request.isPrefetch || request.isPrivate || !isPageOf(campaign, sent)) return { kind: 'nothing' };
  const lander = findLander(sources, campaign, sent.landerKey);
  const query = withoutPass(sent.query);
  const tag = adTagOf(campaign, query);
  const known = findKnown(sources, campaign, sent, { tag, now: request.now });
  if (known) return answerKnown(sources, campaign, { known, lander, tag: tag || sent.tag, sent });
  if (!sources.allowance.take(campaign.id, request.address, request.now)) return { kind: 'over_limit' };
  const visit: Visit = {
    ...request,
    ...{ key: sent.key, query, referrer: sent.referrer, cookie: '', isClick: true },
    random: Math.floor(Math.random() * RANDOM_RANGE),
  };
  return makeClick(sources, visit, { sent, lander, tag });
}

/** Only pages that the owner named make clicks. */
const isPageOf = ({ settings }: CompiledCampaign, { origin }: ScriptVisit): boolean =>
  settings.entry !== 'redirect' && isScriptHost(origin, settings.script_hosts);

/** A campaign, and the lander that the page is, if it is one. */
export interface KnownPage {
  campaign: CompiledCampaign;
  lander: CompiledLander | undefined;
}

export function findLander(
  { landers }: ClickSources,
  { accountId }: CompiledCampaign,
  key: string,
): CompiledLander | undefined {
  const lander = key === '' ? undefined : landers.findByKey(key);
  return lander?.accountId === accountId ? lander : undefined;
}

const PASS = /(?:^|&)pk=([^&]*)/;
const passInQuery = (query: string): string => PASS.exec(query)?.[1] ?? '';
const withoutPass = (query: string): string =>
  query
    .split('&')
    .filter((part) => part !== '' && !part.startsWith('pk='))
    .join('&');

/** The click that the visitor brings along, unless the page was opened from another ad since. */
function findKnown(
  { passes }: ClickSources,
  { id, settings }: CompiledCampaign,
  sent: ScriptVisit,
  { tag, now }: { tag: string; now: number },
): KnownPass | Pick<KnownPass, 'clickId'> | null {
  const isCurrent = (clickId: string): boolean =>
    parseCampaignId(clickId) === id && now - parseClickTime(clickId) <= settings.attribution_days * DAY_MS;
  const open = (text: string): KnownPass | null => {
    const pass = text === '' ? null : passes.open(text);
    return pass && isCurrent(pass.clickId) ? pass : null;
  };
  // A pass in the address was signed on the way here, with the click of this very ad.
  const brought = open(passInQuery(sent.query));
  if (brought || (tag !== '' && tag !== sent.tag)) return brought;
  // A click without a pass came by the tracking link. Nothing is gained by making its ID up.
  const { clickId } = splitOfferClickId(sent.clickId);
  return open(sent.pass) ?? (isCurrent(clickId) ? { clickId } : null);
}

interface Known {
  known: KnownPass | Pick<KnownPass, 'clickId'>;
  lander: CompiledLander | undefined;
  tag: string;
  sent: ScriptVisit;
}

/** On the page of another lander the same click goes on from there. */
function answerKnown(
  sources: ScriptSources,
  campaign: CompiledCampaign,
  { known, lander, tag, sent }: Known,
): ScriptResponse {
  const { clickId } = known;
  if (!('key' in known)) return { kind: 'known', clickId, pass: '', tag, cookies: [] };
  const isElsewhere = lander !== undefined && lander.id !== known.landerId;
  const { uid = '' } = (isElsewhere && findPlanned(campaign.plan, lander.id)) || {};
  const pass = sources.passes.sign(isElsewhere ? { ...known, landerId: lander.id, uid } : known);
  return { kind: 'known', clickId, pass, tag, cookies: cookiesFor(sources, campaign, { lander, pass, sent }) };
}

const findPlanned = ({ landers = [] }: RoutingPlan, landerId: number): PlannedLander | undefined =>
  landers.find(({ id }) => id === landerId);

/** A page without a lander has links to the default URL. */
const NO_LANDER: PlannedLander = { uid: '', id: 0, step: 1, slots: [] };

function makeClick(
  sources: ScriptSources,
  visit: Visit,
  { sent, lander, tag }: { sent: ScriptVisit; lander: CompiledLander | undefined; tag: string },
): ScriptResponse {
  const click = new ClickContext(sources, withConsent(visit, sent.consent));
  click.entry = 'script';
  const reason = runSteps(click, ENTRY_STEPS);
  if (reason !== undefined && reason !== DropReason.blocked) return { kind: 'nothing' };
  const { campaign } = click;
  if (campaign.settings.entry === 'parallel') click.entry = 'parallel';
  // A page can't say what its visitor cost.
  click.parameters = { ...click.parameters, cost: campaign.cost };
  if (reason === DropReason.blocked) {
    buildRecord(click);
    return { kind: 'blocked', record: click.record };
  }
  const { facts } = click.visitor;
  click.choice = click.isOpen
    ? chooseOnPage(campaign.plan, { facts, moment: click.moment, random: visit.random / RANDOM_RANGE }, lander?.id)
    : choiceWithoutRules(campaign.plan, lander?.id);
  captureIds(click);
  click.pass = sources.passes.sign(passOf(click, click.choice.lander ?? NO_LANDER));
  click.finalUrl = pageAddress(sent);
  countTowardsCap(click);
  buildRecord(click);
  const { clickId, pass, record, idsRecord } = click;
  return {
    ...{ kind: 'click', clickId, pass, tag, record, idsRecord },
    isExcluded: click.blackListMatch.outcome === ClickOutcome.excluded,
    cookies: cookiesFor(sources, campaign, { lander, pass, sent }),
  };
}

/** The page itself, without what its query says about the visitor. */
function pageAddress({ origin, path }: ScriptVisit): string {
  const page = path.startsWith('/') ? cleanText(path.split(/[?#]/, 1)[0] ?? '', PATH_MAX) : '/';
  return `${origin}${page}`;
}

/** What the visitor told the page is kept with the click, as a link can tell it. */
const withConsent = (visit: Visit, consent: string): Visit => {
  const said = parseConsent(consent);
  return said === '' ? visit : { ...visit, query: [`consent=${said}`, visit.query].filter(Boolean).join('&') };
};

/** For links that are followed after the browser has cleared what scripts keep. */
const cookiesFor = (
  sources: ScriptSources,
  { settings }: CompiledCampaign,
  { lander, pass, sent }: { lander: CompiledLander | undefined; pass: string; sent: ScriptVisit },
): readonly string[] =>
  lander === undefined || sent.consent === 'cookieless'
    ? []
    : [passCookie(lander.key, pass, { days: settings.attribution_days, isSecure: sources.isSecure() })];
