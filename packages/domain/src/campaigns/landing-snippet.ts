/** Keeps what a page reports before the landing script has loaded, which does it then. Old browsers understand it too. */
const QUEUE = `<script>
  window.poklik = window.poklik || { q: [] };
  ['event', 'conversion', 'ready'].forEach(function (name) {
    poklik[name] = poklik[name] || function () { poklik.q.push([name].concat([].slice.call(arguments))); };
  });
</script>`;

/** What a landing page includes. With the key of a campaign, events of visitors without a click are counted for it. */
export function landingSnippet(trackerUrl: string, campaignKey?: string): string {
  const campaign = campaignKey === undefined ? '' : ` data-campaign="${campaignKey}"`;
  return `${QUEUE}\n<script src="${trackerUrl}/t.js"${campaign} async></script>`;
}
