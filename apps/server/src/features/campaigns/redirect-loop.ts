import type { CampaignSettings } from '@poklik/contract/campaigns';
import type { FieldProblem } from '@poklik/contract/errors';

/** Destinations that lead back into a tracking link of this install, by the path of their field. */
export function loopProblems(
  settings: Pick<CampaignSettings, 'default_url' | 'destinations' | 'rules'>,
  publicUrl: string,
): Record<string, FieldProblem[]> {
  const addresses = [
    { path: 'default_url', url: settings.default_url },
    ...settings.destinations.map(({ url }, place) => ({ path: `destinations.${place}.url`, url })),
    ...settings.rules.flatMap((rule, at) =>
      rule.destinations.map(({ url }, place) => ({ path: `rules.${at}.destinations.${place}.url`, url })),
    ),
  ];
  return Object.fromEntries(
    addresses.filter(({ url }) => leadsBack(url, publicUrl)).map(({ path }) => [path, [{ key: 'redirect_loop' }]]),
  );
}

/** A macro in the first part of the path could become the `c` of a tracking link, so it counts as one. */
function leadsBack(url: string, publicUrl: string): boolean {
  if (!URL.canParse(url)) return false;
  const target = new URL(url);
  if (hostOf(target) !== hostOf(new URL(publicUrl))) return false;
  const first = decode(target.pathname.split('/').find((part) => part !== '') ?? '');
  return first === 'c' || first.includes('{');
}

/** A dot at the end of a host names the same host. */
const hostOf = ({ hostname, port }: URL): string => `${hostname.replace(/\.$/, '')}:${port}`;

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
