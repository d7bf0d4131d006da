import type { LiveLander } from '@poklik/domain/landers/live-lander';
import { hostAndPath } from '@poklik/domain/routing/host-and-path';
import { listTargets, mapTargets } from '@poklik/domain/routing/targets';
import { html } from '../../http/pages/html.ts';
import { type PageFrame, pageFrame } from './page-frame.ts';
import { createWords, destinationTable, type FindShown } from './target-table.ts';
import type { ShownSettings } from './transparency-page.ts';

/** Lists every address that the links of a lander can lead to, in any of the campaigns that send visitors there. */
export function landerPage(
  frame: PageFrame,
  { lander, campaigns, ...find }: { lander: LiveLander; campaigns: readonly ShownSettings[] } & FindShown,
): string {
  // Whoever hides queries in one campaign hides those of the page.
  const showsQuery = campaigns.every((settings) => settings.routing_page_query);
  const words = createWords(frame.language, { timezone: 'UTC', showsQuery, find });
  const { say } = words;
  const shown = (url: string): string => (showsQuery ? url : hostAndPath(url));
  const places = campaigns.flatMap((settings) =>
    listTargets(mapTargets(settings, (each) => ({ ...each, url: shown(each.url) }))).filter(
      ({ target }) => target.lander_id === lander.id,
    ),
  );
  const defaults = [...new Set(campaigns.map((settings) => shown(settings.default_url)))];
  const title = say('lander_title');
  return pageFrame(
    frame,
    title,
    html`<h1>${title}</h1>
<p class="lead">${say('lander_lead', { app: frame.appName })}</p>
${places.map(({ target }) => html`<section>${destinationTable([{ ...target, weight: 1, active: true }], words)}</section>`)}
<section><h2>${say('offers_closed')}</h2>
${defaults.map((url) => html`<p><code class="link">${url}</code></p>`)}</section>
<section><h2>${say('notes')}</h2>
<ul>${['decides', 'lander', ...(showsQuery ? [] : ['query_hidden'])].map((note) => html`<li>${say(`note.${note}`)}</li>`)}</ul></section>`,
  );
}
