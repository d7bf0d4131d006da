import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CampaignSettings } from '@poklik/contract/campaigns';
import type { Condition, Rule } from '@poklik/contract/routing';
import { isLearning } from '@poklik/domain/learning/learned-settings';
import { hostAndPath } from '@poklik/domain/routing/host-and-path';
import { listLanderIds, listOfferIds, listTargets, mapTargets } from '@poklik/domain/routing/targets';
import type { TrafficState } from '@poklik/domain/routing/traffic-state';
import { type Html, html } from '../../http/pages/html.ts';
import { conditionValues } from './condition-values.ts';
import { type PageFrame, pageFrame } from './page-frame.ts';
import {
  createWords,
  destinationTable,
  type FindShown,
  formatShare,
  listShownUrls,
  type Shown,
  type Words,
} from './target-table.ts';

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
  | 'entry'
  | 'script_hosts'
>;

/**
 * Lists every rule and destination of a link, for visitors who want to know where it leads. Clicks are answered between
 * the rules, because there may be very many values.
 */
export async function transparencyPage(
  frame: PageFrame,
  campaign: { link: string; settings: ShownSettings; state: TrafficState } & FindShown,
): Promise<string> {
  const { state, link } = campaign;
  const showsQuery = campaign.settings.routing_page_query;
  const settings = showsQuery ? campaign.settings : withoutQueries(campaign.settings);
  const words = createWords(frame.language, { timezone: settings.timezone, showsQuery, find: campaign });
  const { say } = words;
  const title = say('title');
  const content = html`<h1>${title}</h1>
<p class="lead">${say('lead', { app: frame.appName })}</p>
<p class="link">${say('link')}: <code>${link}</code></p>
<p class="state">${say(`state.${state}`)}</p>
${await rulesSection(settings.rules, words)}
<section><h2>${say('rest')}</h2>
${destinationTable(listDestinations(settings), words)}${learningNote(settings, words)}</section>
${defaultSection(settings, words)}
${pagesSection(settings, words)}
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
  const shorter = mapTargets(settings, (each) => ({ ...each, url: hostAndPath(each.url) }));
  return { ...shorter, default_url: hostAndPath(settings.default_url) };
}

/** The default URL is where the visitors go whom no offer or lander takes. */
function defaultSection(settings: ShownSettings, words: Words): Html {
  if (listOfferIds(settings).length === 0 && listLanderIds(settings).length === 0) return html``;
  return html`<section><h2>${words.say('offers_closed')}</h2>
${destinationTable([{ url: settings.default_url, weight: 1, active: true }], words)}</section>`;
}

/** Pages that record their own visitors. In parallel tracking the link itself leads to them. */
function pagesSection({ entry, script_hosts: hosts, default_url: url }: ShownSettings, { say }: Words): Html {
  if (entry === 'redirect') return html``;
  return html`<section><h2>${say('pages')}</h2>
<p>${say(`pages_${entry}`, { url })}</p>
<ul>${hosts.map((host) => html`<li><code>${host}</code></li>`)}</ul></section>`;
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

/** Shares that follow from results are those of the moment. */
function learningNote(set: Pick<Rule, 'destinations' | 'optimise'>, { say, language }: Words): Html {
  if (!isLearning(set)) return html``;
  const floor = formatShare(language, (set.optimise?.floor ?? 0) / 100);
  return html`<p><small>${say('learning', { floor })}</small></p>`;
}

function conditionText(condition: Condition, { say, language, timezone }: Words): string {
  const dimension = say(`dimension.${condition.dimension}`, { zone: timezone });
  const values = conditionValues(condition, language, say).join(', ');
  return say(`condition.${condition.operator}`, { dimension, values });
}

function listNotes(settings: ShownSettings, words: Words): string[] {
  const urls = listTargets(settings).flatMap(({ target }) => listShownUrls(target, words));
  return [
    'decides',
    'black_list',
    ...(settings.sticky ? ['sticky'] : []),
    ...(settings.forward_query ? ['forward'] : []),
    ...(listLanderIds(settings).length > 0 ? ['lander'] : []),
    ...(settings.routing_page_query ? [] : ['query_hidden']),
    ...([...urls, settings.default_url].some((url) => url.includes('{')) ? ['macros'] : []),
    'recorded',
  ];
}
