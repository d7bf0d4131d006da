/** Queues events until the landing script has loaded. Written for old browsers. */
const QUEUE = `<script>
  window.poklik = window.poklik || { q: [] };
  ['event', 'conversion', 'consent', 'ready'].forEach(function (name) {
    poklik[name] = poklik[name] || function () { poklik.q.push([name].concat([].slice.call(arguments))); };
  });
</script>`;

/** Snippet for landing pages. With a campaign key, events without a click are counted for that campaign. */
export function landingSnippet(trackerUrl: string, campaignKey?: string): string {
  const campaign = campaignKey === undefined ? '' : ` data-campaign="${campaignKey}"`;
  return `${QUEUE}\n<script src="${trackerUrl}/t.js"${campaign} async></script>`;
}
