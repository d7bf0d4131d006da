import type { Destination } from '@poklik/contract/routing';
import type { FindLander, LiveLander } from '@poklik/domain/landers/live-lander';
import { type FindOffer, listChain } from '@poklik/domain/offers/reach-offer';
import { hostAndPath } from '@poklik/domain/routing/host-and-path';
import { listTargets } from '@poklik/domain/routing/targets';
import { html } from '../../http/pages/html.ts';
import { createTranslator, type PageFrame, pageFrame } from './page-frame.ts';
import type { ShownSettings } from './transparency-page.ts';

interface ShownLander {
  lander: LiveLander;
  /** Those that send visitors to it. */
  campaigns: readonly ShownSettings[];
  findOffer: FindOffer;
  findLander: FindLander;
}

/** Lists every address that the links of a lander can lead to, in any of its campaigns. */
export function landerPage(frame: PageFrame, { lander, campaigns, findOffer, findLander }: ShownLander): string {
  const tell = createTranslator(frame.language);
  const say = (key: string) => tell(`transparency.${key}`, { app: frame.appName });
  // An owner who hides queries in one campaign hides those of the page.
  const showsQuery = campaigns.every((settings) => settings.routing_page_query);
  const addressesOf = ({ url, offer_id, lander_id, next = [] }: Destination): string[] => {
    if (offer_id != null) return listChain(offer_id, findOffer).map((offer) => offer.url);
    if (lander_id == null) return [url];
    return [findLander(lander_id)?.url ?? '', ...next.flatMap(({ targets }) => targets.flatMap(addressesOf))];
  };
  const places = campaigns.flatMap(listTargets).filter(({ target }) => target.lander_id === lander.id);
  const reached = places.flatMap(({ target }) =>
    (target.next ?? []).flatMap(({ targets }) => targets.flatMap(addressesOf)),
  );
  const shown = (urls: readonly string[]) =>
    [...new Set(urls.map((url) => (showsQuery ? url : hostAndPath(url))))].map(
      (url) => html`<li><code class="link">${url}</code></li>`,
    );
  const title = say('lander_title');
  return pageFrame(
    frame,
    title,
    html`<h1>${title}</h1>
<p class="lead">${say('lander_lead')}</p>
<ul>${shown([lander.url])}</ul>
<section><h2>${say('column.destination')}</h2>
<ul>${shown(reached)}</ul></section>
<section><h2>${say('offers_closed')}</h2>
<ul>${shown(campaigns.map((settings) => settings.default_url))}</ul></section>
<section><h2>${say('notes')}</h2>
<ul><li>${say('note.decides')}</li>${showsQuery ? '' : html`<li>${say('note.query_hidden')}</li>`}</ul></section>`,
  );
}
