export interface Destination {
  /** As the campaign calls it; empty where it has no name. */
  name: string;
  url: string;
  /** Where it stands in the campaign, for those that nothing else tells apart. */
  place: string;
}

/** As much as a cell of a table shows. */
export const LABEL_LENGTH_MAX = 48;

/**
 * Short labels for the destinations of one campaign, in the same order and all different: the name, else what of the
 * address differs from the others. The host is left out where all have the same one, the query where the path is enough.
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

/** Labels that are equal are replaced by what `refine` says of their places. */
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

/** Macros may stand in an address, so it is only cut, not read. */
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

/** What of each query is not in all of them. */
function differingParameters(queries: readonly (readonly string[])[]): string[] {
  return queries.map((own) => {
    const differing = own.filter((parameter) => queries.some((other) => !other.includes(parameter))).join('');
    return differing.replace(/^&/, '?');
  });
}

/** The middle says the least: the host stands at the beginning, what was made for this page at the end. */
function shorten(text: string): string {
  const chars = [...text];
  if (chars.length <= LABEL_LENGTH_MAX) return text;
  const head = Math.floor(LABEL_LENGTH_MAX / 2);
  return `${chars.slice(0, head).join('')}…${chars.slice(1 + head - LABEL_LENGTH_MAX).join('')}`;
}

/** From where long texts begin to differ. */
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
