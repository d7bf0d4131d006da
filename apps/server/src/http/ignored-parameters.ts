import type { Endpoint } from '@poklik/contract/endpoint';

const NAMES_MAX = 20;
const NAME_LENGTH_MAX = 64;
/** Proxies drop responses with headers that are too large. */
const HEADER_LENGTH_MAX = 1_000;

/** Query parameters that the endpoint does not read, limited in number and length. */
export function ignoredParameters({ query }: Endpoint, sent: unknown): string[] {
  const names = Object.keys((sent ?? {}) as object).filter((name) => !Object.hasOwn(query?.shape ?? {}, name));
  return names.slice(0, NAMES_MAX).map((name) => name.slice(0, NAME_LENGTH_MAX).toWellFormed());
}

export function ignoredParametersHeader(names: readonly string[]): string {
  const encoded = names.map((name) => encodeURIComponent(name));
  while (encoded.join(', ').length > HEADER_LENGTH_MAX) encoded.pop();
  return encoded.join(', ');
}

/** Responses with `data` list them in `meta`; other shapes are fixed. */
export const withIgnoredParameters = (answer: unknown, names: readonly string[]): unknown =>
  names.length > 0 && typeof answer === 'object' && answer !== null && 'data' in answer
    ? { ...answer, meta: { ...('meta' in answer ? (answer.meta as object) : {}), ignored_parameters: names } }
    : answer;
