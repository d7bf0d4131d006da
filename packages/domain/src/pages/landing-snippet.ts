/** Queues calls until the landing script has loaded. Written for old browsers. */
const QUEUE = `<script>
  window.poklik = window.poklik || { q: [] };
  ['event', 'conversion', 'page', 'consent', 'ready'].forEach(function (name) {
    poklik[name] = poklik[name] || function () { poklik.q.push([name].concat([].slice.call(arguments))); };
  });
</script>`;

interface SnippetSettings {
  /** Key of the campaign that the page makes clicks for; events without a click are counted for it too. */
  campaign?: string;
  /** Key of the lander that the page is. */
  lander?: string;
}

/** Snippet for landing pages. */
export function landingSnippet(trackerUrl: string, { campaign, lander }: SnippetSettings = {}): string {
  const data = Object.entries({ campaign, lander }).flatMap(([name, key]) => (key ? ` data-${name}="${key}"` : []));
  return `${QUEUE}\n<script src="${trackerUrl}/t.js"${data.join('')} async></script>`;
}
