import type { Macro } from '@poklik/contract/routing';

export type MacroValues<Name extends string = Macro> = (name: Name) => string;

/** A destination split at its macros once, so a click only joins the pieces. */
export type DestinationTemplate<Name extends string = Macro> = (values: MacroValues<Name>) => string;

/** Values are percent-encoded, so visitor input stays a value. */
export function compileDestination<Name extends string = Macro>(url: string): DestinationTemplate<Name> {
  // Pieces at odd indexes are macro names.
  const pieces = plain(url).split(/\{(\w+)\}/);
  const [whole = ''] = pieces;
  if (pieces.length === 1) return () => whole;
  return (values) => {
    let text = whole;
    for (let index = 1; index < pieces.length; index += 2) {
      text += encodeValue(values(pieces[index] as Name)) + pieces[index + 1];
    }
    return text;
  };
}

/** Names of the macros in a URL. */
export const listMacros = (url: string): string[] => [...url.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

/** Headers are limited to ASCII, so other characters are percent-encoded. */
const plain = (url: string): string => url.toWellFormed().replace(/[^\x21-\x7e]+/gu, encodeURIComponent);

/** Most values need no encoding. */
const PLAIN_VALUE = /^[\w.~-]*$/;

/** encodeURIComponent leaves ! ' ( ) * as is and throws on lone surrogates; neither is acceptable for visitor input. */
export const encodeValue = (value: string): string =>
  PLAIN_VALUE.test(value)
    ? value
    : encodeURIComponent(value.toWellFormed()).replace(
        /[!'()*]/g,
        (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
      );

/** Appends the visitor's query to a destination without overwriting its own parameters. */
export function forwardQuery(url: string, query: string): string {
  const [address = '', fragment] = splitOnce(url, '#');
  const [path = '', own = ''] = splitOnce(address, '?');
  const named = new Set(pairsOf(own).map(([name]) => name));
  const extra = pairsOf(query)
    .filter(([name]) => !named.has(name))
    .map(([name, value]) => `${encodeValue(name)}=${encodeValue(value)}`);
  if (extra.length === 0) return url;
  const joined = `${path}?${[own, ...extra].filter(Boolean).join('&')}`;
  return fragment === undefined ? joined : `${joined}#${fragment}`;
}

const pairsOf = (query: string): [string, string][] =>
  query
    .split('&')
    .filter(Boolean)
    .map((pair) => {
      const [name, value = ''] = splitOnce(pair, '=');
      return [decode(name), decode(value)];
    });

/** Invalid percent-encoding is kept as is. */
function decode(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

function splitOnce(text: string, sign: string): [string, string | undefined] {
  const at = text.indexOf(sign);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}
