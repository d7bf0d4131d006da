export interface Destination {
  /** Name in the campaign; empty if it has none. */
  name: string;
  url: string;
  /** Its position in the campaign, used when nothing else differs. */
  place: string;
}

/** The length that fits into a table cell. */
export const LABEL_LENGTH_MAX = 48;

/**
 * Short, unique labels for a campaign's destinations, in the same order: the name, otherwise the part of the URL that
 * differs. The host is omitted if all are the same, the query if the path is enough.
 */
export function destinationLabels(all: readonly Destination[]): string[] {
  const parts = all.map(({ url }) => partsOf(url));
  const isOneHost = all.length > 1 && new Set(parts.map(({ host }) => host)).size === 1;
  const paths = parts.map(({ host, path }) => (isOneHost ? path || '/' : host + path));
  const addresses = disambiguate(paths, (group) => {
    const queries = differingParameters(group.map((at) => parts[at]?.query ?? []));
    return group.map((at, place) => `${paths[at]}${queries[place]}`);
  });
  const labels = disambiguate(
    all.map(({ name }, at) => name || `${addresses[at]}`),
    (group) => group.map((at) => [all[at]?.name, addresses[at]].filter(Boolean).join(' · ')),
  );
  const short = disambiguate(labels.map(shorten), (group) => fromDifference(group.map((at) => `${labels[at]}`)));
  const exact = disambiguate(short, (group) => group.map((at) => `${labels[at]}`));
  return numbered(disambiguate(exact, (group) => group.map((at) => `${exact[at]} · ${all[at]?.place}`)));
}

/** Replaces equal labels with the result of `refine`. */
function disambiguate(labels: readonly string[], refine: (group: readonly number[]) => readonly string[]): string[] {
  const groups = new Map<string, number[]>();
  for (const [at, label] of labels.entries()) groups.set(label, [...(groups.get(label) ?? []), at]);
  const refined = [...labels];
  for (const group of groups.values()) {
    if (group.length < 2) continue;
    const better = refine(group);
    for (const [place, at] of group.entries()) refined[at] = better[place] ?? '';
  }
  return refined;
}

/** The URL can contain macros, so it is split instead of parsed. */
function partsOf(url: string): { host: string; path: string; query: string[] } {
  const [, host = url, path = '', query = ''] = /^https?:\/\/([^/?#]+)([^?#]*)(.*)$/i.exec(url) ?? [];
  return {
    host: host.toLowerCase(),
    path: path.replace(/\/+$/, ''),
    query: query
      .replace(/^\?/, '&')
      .split(/(?=[&#])/)
      .filter(Boolean),
  };
}

/** Parameters of each query that the others don't share. */
function differingParameters(queries: readonly (readonly string[])[]): string[] {
  return queries.map((own) => {
    const differing = own.filter((parameter) => queries.some((other) => !other.includes(parameter))).join('');
    return differing.replace(/^&/, '?');
  });
}

/** Omits the middle, which says the least: the host is at the start, the specific page at the end. */
function shorten(text: string): string {
  const chars = [...text];
  if (chars.length <= LABEL_LENGTH_MAX) return text;
  const head = Math.floor(LABEL_LENGTH_MAX / 2);
  return `${chars.slice(0, head).join('')}…${chars.slice(1 + head - LABEL_LENGTH_MAX).join('')}`;
}

/** Texts from shortly before the point where they differ. */
function fromDifference(texts: readonly string[]): string[] {
  const [first = ''] = texts;
  const end = [...first].findIndex((_, at) => texts.some((text) => text[at] !== first[at]));
  const start = Math.max(0, (end < 0 ? first.length : end) - LABEL_LENGTH_MAX / 4);
  return texts.map(
    (text) => `${start > 0 ? '…' : ''}${[...text.slice(start)].slice(0, LABEL_LENGTH_MAX - 2).join('')}`,
  );
}

function numbered(labels: readonly string[]): string[] {
  const taken = new Set<string>();
  return labels.map((label) => {
    let own = label;
    for (let number = 2; taken.has(own); number += 1) own = `${label} (${number})`;
    taken.add(own);
    return own;
  });
}
