import { LANGUAGE_TAGS, LANGUAGES, type Language } from '@poklik/contract/language';
import type { Destination, Slot } from '@poklik/contract/routing';
import type { LiveLander } from '@poklik/domain/landers/live-lander';
import { type LiveOffer, listChain } from '@poklik/domain/offers/reach-offer';
import { hostAndPath } from '@poklik/domain/routing/host-and-path';
import { type Html, html } from '../../http/pages/html.ts';
import { table } from '../../http/reference/reference-parts.ts';
import type { Translate } from '../../i18n/translate.ts';
import { conditionValues } from './condition-values.ts';
import { createTranslator } from './page-frame.ts';

/** An offer as the page shows it. */
type ShownOffer = LiveOffer & { isLimited: boolean };

export interface FindShown {
  findOffer(id: number): ShownOffer | undefined;
  findLander(id: number): LiveLander | undefined;
}

export interface Words {
  language: Language;
  say: Translate;
  timezone: string;
  /** An offer and its fallbacks. */
  chainOf(offerId: number): ShownOffer[];
  landerOf(landerId: number): LiveLander | undefined;
}

/** Without `showsQuery`, addresses are host and path, which the owner can't hide. */
export function createWords(
  language: Language,
  { timezone, showsQuery, find }: { timezone: string; showsQuery: boolean; find: FindShown },
): Words {
  const tell = createTranslator(language);
  const shown = <Target extends { url: string }>(target: Target): Target =>
    showsQuery ? target : { ...target, url: hostAndPath(target.url) };
  return {
    language,
    say: (key, values) => tell(`transparency.${key}`, values),
    timezone,
    chainOf: (offerId) => listChain(offerId, find.findOffer).map(shown),
    landerOf: (landerId) => {
      const lander = find.findLander(landerId);
      return lander && shown(lander);
    },
  };
}

export type Shown = Pick<Destination, 'url' | 'weight' | 'active' | 'offer_id' | 'lander_id' | 'next'>;

const PERCENT = Object.fromEntries(
  LANGUAGES.map((language) => [
    language,
    new Intl.NumberFormat(LANGUAGE_TAGS[language], { style: 'percent', maximumFractionDigits: 2 }),
  ]),
) as Record<Language, Intl.NumberFormat>;

export const formatShare = (language: Language, share: number): string => PERCENT[language].format(share);

/** Destinations with their shares; below a lander, what each of its links leads to. */
export function destinationTable(destinations: readonly Shown[], words: Words): Html {
  const { say, language } = words;
  const total = destinations.reduce((sum, { active, weight }) => sum + (active ? weight : 0), 0);
  return table(
    say('column.destination'),
    [say('column.destination'), say('column.share')],
    destinations.map((each) => [
      targetCell(each, words),
      each.active ? formatShare(language, each.weight / total) : html`<span class="off">${say('off')}</span>`,
    ]),
  );
}

function targetCell({ url, offer_id, lander_id, next = [] }: Shown, words: Words): Html {
  if (lander_id != null) return landerCell(words.landerOf(lander_id), next, words);
  return offer_id == null ? html`<code class="link">${url}</code>` : offerCell(offer_id, words);
}

/** A lander and its links. A link without destinations acts as the first one. */
function landerCell(lander: LiveLander | undefined, next: readonly Slot[], words: Words): Html {
  const { say } = words;
  const isOff = lander?.state === 'paused' || lander?.state === 'archived';
  const used = next
    .map(({ targets }, at) => ({ targets, slot: at + 1 }))
    .filter(({ targets }) => targets.some(({ active }) => active));
  return html`<div><code class="link">${lander?.url ?? ''}</code>${
    isOff ? html`<br><small>${say(`offer_${lander.state}`)}</small>` : ''
  }</div>
${slotTables(used, words)}`;
}

/** What each link of a lander leads to. */
const slotTables = (slots: readonly { slot: number; targets: readonly Shown[] }[], words: Words): Html =>
  html`${slots.map(
    ({ slot, targets }) => html`<div class="slot"><p>${words.say('slot', { link: `/o/${slot}` })}</p>
${destinationTable(targets, words)}</div>`,
  )}`;

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
    ...(state === 'paused' || state === 'archived' || state === 'dead' ? [say(`offer_${state}`)] : []),
    ...(countries === null
      ? []
      : [say('offer_countries', { countries: conditionValues(condition, language, say).join(', ') })]),
    ...(isLimited ? [say('offer_limited')] : []),
  ];
}

/** The addresses of one destination, without those below a lander. */
export function listShownUrls({ url, offer_id, lander_id }: Shown, { chainOf, landerOf }: Words): string[] {
  if (lander_id != null) return [landerOf(lander_id)?.url ?? ''];
  return offer_id == null ? [url] : chainOf(offer_id).map((offer) => offer.url);
}
