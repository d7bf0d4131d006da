import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CampaignSettings } from '@poklik/contract/campaigns';
import { LANGUAGE_TAGS, LANGUAGES, type Language } from '@poklik/contract/language';
import type { Condition, Destination, Rule } from '@poklik/contract/routing';
import { isLearning } from '@poklik/domain/learning/learned-settings';
import { type LiveOffer, listChain } from '@poklik/domain/offers/reach-offer';
import { hostAndPath } from '@poklik/domain/routing/host-and-path';
import { listOfferIds } from '@poklik/domain/routing/targets';
import type { TrafficState } from '@poklik/domain/routing/traffic-state';
import { type Html, html } from '../../http/pages/html.ts';
import { table } from '../../http/reference/reference-parts.ts';
import type { Translate } from '../../i18n/translate.ts';
import { conditionValues } from './condition-values.ts';
import { createTranslator, type PageFrame, pageFrame } from './page-frame.ts';

export type ShownSettings = Pick<
  CampaignSettings,
  | 'rules'
  | 'destinations'
  | 'optimise'
  | 'default_url'
  | 'paused_fallback'
  | 'sticky'
  | 'forward_query'
  | 'routing_page_query'
  | 'timezone'
>;

/** An offer as the page shows it. */
type ShownOffer = LiveOffer & { isLimited: boolean };
type FindShownOffer = (id: number) => ShownOffer | undefined;

interface Words extends Pick<PageFrame, 'language'> {
  say: Translate;
  timezone: string;
  /** An offer and its fallbacks. */
  chainOf(offerId: number): ShownOffer[];
}

/**
 * Lists every rule and destination of a link, for visitors who want to know where it leads. Clicks are answered between
 * the rules, because there may be very many values.
 */
export async function transparencyPage(
  frame: PageFrame,
  campaign: { link: string; settings: ShownSettings; state: TrafficState; findOffer: FindShownOffer },
): Promise<string> {
  const { state, link, findOffer } = campaign;
  const showsQuery = campaign.settings.routing_page_query;
  const settings = showsQuery ? campaign.settings : withoutQueries(campaign.settings);
  const tell = createTranslator(frame.language);
  const words: Words = {
    say: (key, values) => tell(`transparency.${key}`, values),
    language: frame.language,
    timezone: settings.timezone,
    chainOf: (offerId) =>
      listChain(offerId, findOffer).map((offer) => (showsQuery ? offer : { ...offer, url: hostAndPath(offer.url) })),
  };
  const { say } = words;
  const title = say('title');
  const content = html`<h1>${title}</h1>
<p class="lead">${say('lead', { app: frame.appName })}</p>
<p class="link">${say('link')}: <code>${link}</code></p>
<p class="state">${say(`state.${state}`)}</p>
${await rulesSection(settings.rules, words)}
<section><h2>${say('rest')}</h2>
${destinationTable(listDestinations(settings), words)}${learningNote(settings, words)}</section>
${offersSection(settings, words)}
<section><h2>${say('closed')}</h2>
${
  settings.paused_fallback === 'gone'
    ? html`<p>${say('closed_gone')}</p>`
    : destinationTable([{ url: settings.default_url, weight: 1, active: true }], words)
}</section>
<section><h2>${say('notes')}</h2>
<ul>${listNotes(settings, words).map((note) => html`<li>${say(`note.${note}`)}</li>`)}</ul></section>`;
  return pageFrame(frame, title, content);
}

/** The same settings with destinations as host and path, which the owner can't hide. */
function withoutQueries(settings: ShownSettings): ShownSettings {
  const shorten = (list: readonly Destination[]) => list.map((each) => ({ ...each, url: hostAndPath(each.url) }));
  return {
    ...settings,
    default_url: hostAndPath(settings.default_url),
    destinations: shorten(settings.destinations),
    rules: settings.rules.map((rule) => ({ ...rule, destinations: shorten(rule.destinations) })),
  };
}

type Shown = Pick<Destination, 'url' | 'weight' | 'active' | 'offer_id'>;

/** The default URL is where the visitors go whom no offer takes. */
function offersSection(settings: ShownSettings, words: Words): Html {
  if (listOfferIds(settings).length === 0) return html``;
  return html`<section><h2>${words.say('offers_closed')}</h2>
${destinationTable([{ url: settings.default_url, weight: 1, active: true }], words)}</section>`;
}

/** The default URL is used when the campaign has no active destination. */
function listDestinations({ destinations, default_url }: ShownSettings): Shown[] {
  const hasOwn = destinations.some(({ active }) => active);
  return [...destinations, ...(hasOwn ? [] : [{ url: default_url, weight: 1, active: true }])];
}

async function rulesSection(rules: readonly Rule[], words: Words): Promise<Html> {
  if (rules.length === 0) return html``;
  const articles: Html[] = [];
  for (const rule of rules) {
    articles.push(ruleArticle(rule, articles.length + 1, words));
    await nextTurn();
  }
  return html`<section><h2>${words.say('rules')}</h2>
<p>${words.say('rules_text')}</p>
${articles}</section>`;
}

function ruleArticle(rule: Rule, place: number, words: Words): Html {
  const { say } = words;
  const isOn = rule.active && rule.destinations.some(({ active }) => active);
  return html`<article><h3>${say(isOn ? 'rule' : 'rule_off', { place })}</h3>
<p>${say(`match.${rule.match}`)}</p>
<ul>${rule.conditions.map((condition) => html`<li>${conditionText(condition, words)}</li>`)}</ul>
${destinationTable(rule.destinations, words)}${learningNote(rule, words)}</article>
`;
}

function conditionText(condition: Condition, { say, language, timezone }: Words): string {
  const dimension = say(`dimension.${condition.dimension}`, { zone: timezone });
  const values = conditionValues(condition, language, say).join(', ');
  return say(`condition.${condition.operator}`, { dimension, values });
}

const PERCENT = Object.fromEntries(
  LANGUAGES.map((language) => [
    language,
    new Intl.NumberFormat(LANGUAGE_TAGS[language], { style: 'percent', maximumFractionDigits: 2 }),
  ]),
) as Record<Language, Intl.NumberFormat>;

function destinationTable(destinations: readonly Shown[], words: Words): Html {
  const { say, language } = words;
  const total = destinations.reduce((sum, { active, weight }) => sum + (active ? weight : 0), 0);
  const percent = PERCENT[language];
  return table(
    say('column.destination'),
    [say('column.destination'), say('column.share')],
    destinations.map(({ url, weight, active, offer_id }) => [
      offer_id == null ? html`<code class="link">${url}</code>` : offerCell(offer_id, words),
      active ? percent.format(weight / total) : html`<span class="off">${say('off')}</span>`,
    ]),
  );
}

/** Shares that follow from results are those of the moment. */
function learningNote(set: Pick<Rule, 'destinations' | 'optimise'>, { say, language }: Words): Html {
  if (!isLearning(set)) return html``;
  return html`<p><small>${say('learning', { floor: PERCENT[language].format((set.optimise?.floor ?? 0) / 100) })}</small></p>`;
}

/** Every address that an offer can lead to, and for whom. */
function offerCell(offerId: number, words: Words): Html {
  const { say } = words;
  return html`${words
    .chainOf(offerId)
    .map(
      (offer, step) =>
        html`<div>${step > 0 ? `${say('offer_fallback')}: ` : ''}<code class="link">${offer.url}</code>${offerNotes(
          offer,
          words,
        ).map((note) => html`<br><small>${note}</small>`)}</div>`,
    )}`;
}

function offerNotes({ state, countries, isLimited }: ShownOffer, { say, language }: Words): string[] {
  const condition = { dimension: 'country' as const, operator: 'in' as const, values: [...(countries ?? [])] };
  return [
    ...(state === 'paused' || state === 'archived' ? [say(`offer_${state}`)] : []),
    ...(countries === null
      ? []
      : [say('offer_countries', { countries: conditionValues(condition, language, say).join(', ') })]),
    ...(isLimited ? [say('offer_limited')] : []),
  ];
}

function listNotes(settings: ShownSettings, { chainOf }: Words): string[] {
  const urls = [settings, ...settings.rules].flatMap(({ destinations }) => destinations.map(({ url }) => url));
  const offers = listOfferIds(settings).flatMap((id) => chainOf(id).map(({ url }) => url));
  return [
    'decides',
    'black_list',
    ...(settings.sticky ? ['sticky'] : []),
    ...(settings.forward_query ? ['forward'] : []),
    ...(settings.routing_page_query ? [] : ['query_hidden']),
    ...([...urls, ...offers, settings.default_url].some((url) => url.includes('{')) ? ['macros'] : []),
    'recorded',
  ];
}
