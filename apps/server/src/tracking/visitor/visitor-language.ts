import { LRUCache } from 'lru-cache';

/** Codes replaced in ISO 639 that some devices still send. */
const RENAMED: Record<string, string> = { iw: 'he', in: 'id', ji: 'yi' };
const LANGUAGES_MAX = 20;
const HEADER_MAX = 1_024;

/** ISO 639-1 code of the preferred language, lower case; empty if there is none. */
export function readLanguage(header: string): string {
  let best = '';
  let weight = 0;
  for (const wish of header.slice(0, HEADER_MAX).split(',', LANGUAGES_MAX)) {
    const [, language = '', given = '1'] =
      /^\s*([a-z]{2})(?:[-_][\w-]*)?\s*(?:;\s*q=([\d.]{1,5}))?\s*$/i.exec(wish) ?? [];
    if (language && Number(given) > weight) {
      best = language.toLowerCase();
      weight = Number(given);
    }
  }
  return RENAMED[best] ?? best;
}

const CACHE_SIZE = 2_000;

export function createLanguageReader(): (header: string) => string {
  const known = new LRUCache<string, string>({ max: CACHE_SIZE });
  return (header) => {
    if (header === '') return '';
    const found = known.get(header);
    if (found !== undefined) return found;
    const language = readLanguage(header);
    if (header.length <= HEADER_MAX) known.set(header, language);
    return language;
  };
}
