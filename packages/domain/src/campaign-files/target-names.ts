type Json = Record<string, unknown>;

interface NamedTargets {
  offers: string[];
  landers: string[];
}

/** Names of offers and landers anywhere in campaigns of a file. */
export function targetNames(campaigns: readonly Json[]): NamedTargets {
  const offers = new Set<string>();
  const landers = new Set<string>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) visit(each);
    if (Array.isArray(value) || typeof value !== 'object' || value === null) return;
    const { offer, lander, next, destinations, targets, rules } = value as Json;
    if (typeof offer === 'string') offers.add(offer.trim());
    if (typeof lander === 'string') landers.add(lander.trim());
    for (const below of [next, destinations, targets, rules]) visit(below);
  };
  visit(campaigns);
  return { offers: [...offers], landers: [...landers] };
}
