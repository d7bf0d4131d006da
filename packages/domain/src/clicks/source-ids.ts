/** Parameters that traffic sources add to links to recognize the click later. Links may write them in any case. */
export const LINK_IDS = [
  ...['fbclid', 'gclid', 'wbraid', 'gbraid', 'ttclid', 'ScCid'],
  ...['msclkid', 'epik', 'rdt_cid', 'twclid', 'li_fat_id', 'yclid'],
] as const;
/** Cookies of sources on a landing page, without their underscore. */
export const COOKIE_IDS = ['fbp', 'fbc', 'ttp'] as const;

/** Identifiers are erased after this time. */
export const SOURCE_ID_DAYS = 90;
const IDS_MAX = 4;
/** Visible ASCII as the sources use it, at most 512 bytes: what is longer would be useless if it were cut. */
const ID = /^[\w.~:=+/!*-]{1,512}$/;
/** As `__CLICKID__`, which a source did not replace. */
const UNREPLACED_MACRO = /^__.*__$/;
const NAMES = new Map([...LINK_IDS, ...COOKIE_IDS].map((name) => [name.toLowerCase(), name]));
const LINK_NAMES: ReadonlySet<string> = new Set(LINK_IDS);
/** Most links have neither, so this is all that they cost. */
const MAY_HAVE_IDS = new RegExp(`(?:^|&)(?:${LINK_IDS.join('|')}|consent)=`, 'i');

/** What the visitor said about sending conversions to sources; empty if nothing is known. */
export type Consent = '' | 'granted' | 'denied';

const CONSENT_WORDS: Record<string, Consent> = {
  ...{ granted: 'granted', '1': 'granted', true: 'granted', yes: 'granted' },
  ...{ denied: 'denied', '0': 'denied', false: 'denied', no: 'denied' },
};

export const parseConsent = (text: string): Consent => {
  const word = text.toLowerCase();
  return Object.hasOwn(CONSENT_WORDS, word) ? (CONSENT_WORDS[word] as Consent) : '';
};

/** Identifiers of a click as `name=value&name=value`, and what the visitor said. */
export interface CapturedIds {
  consent: Consent;
  ids: string;
}

/** Identifiers in the query of a link; null if it has none, and no consent. Denied consent leaves no identifiers. */
export const captureLinkIds = (query: string): CapturedIds | null =>
  MAY_HAVE_IDS.test(query) ? captureIds(query, (name) => LINK_NAMES.has(name)) : null;

/** Identifiers that a landing page sent: those of cookies. */
export const capturePageIds = (query: string): CapturedIds | null => captureIds(query, (name) => !LINK_NAMES.has(name));

function captureIds(query: string, isWanted: (name: string) => boolean): CapturedIds | null {
  const ids = new Map<string, string>();
  let consent: Consent = '';
  for (const part of query.split('&')) {
    const equals = part.indexOf('=');
    if (equals < 1) continue;
    const sent = part.slice(0, equals).toLowerCase();
    const value = decode(part.slice(equals + 1));
    if (sent === 'consent') consent ||= parseConsent(value);
    const name = NAMES.get(sent);
    if (name === undefined || !isWanted(name) || ids.has(name) || ids.size === IDS_MAX) continue;
    if (ID.test(value) && !UNREPLACED_MACRO.test(value)) ids.set(name, value);
  }
  if (consent === 'denied') return { consent, ids: '' };
  if (ids.size === 0 && consent === '') return null;
  return { consent, ids: [...ids].map(([name, value]) => `${name}=${value}`).join('&') };
}

/** The first identifier of a source in the query of a page; null if it has none. */
export function firstLinkId(query: string): { kind: string; value: string } | null {
  const captured = captureLinkIds(query);
  return captured && firstId(captured);
}

export function firstId({ ids }: CapturedIds): { kind: string; value: string } | null {
  const [first] = parseIds(ids);
  return first ? { kind: first[0], value: first[1] } : null;
}

/** A plus stays one: identifiers have no spaces. */
function decode(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

/** The identifiers by name. */
export const parseIds = (ids: string): Map<string, string> =>
  new Map(
    ids
      .split('&')
      .filter(Boolean)
      .map((part) => [part.slice(0, part.indexOf('=')), part.slice(part.indexOf('=') + 1)]),
  );
