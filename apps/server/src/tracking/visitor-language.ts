import { LRUCache } from 'lru-cache';

/** Codes that ISO 639 replaced long ago and some devices still send. */
const RENAMED: Record<string, string> = { iw: 'he', in: 'id', ji: 'yi' };
const WISHES_MAX = 20;
const HEADER_MAX = 1_024;

/** ISO 639-1 of the language that a visitor wants most, lower case; empty when the header names none. */
export function readLanguage(header: string): string {
  let best = '';
  let weight = 0;
  for (const wish of header.slice(0, HEADER_MAX).split(',', WISHES_MAX)) {
    const [, language = '', given = '1'] =
      /^\s*([a-z]{2})(?:[-_][\w-]*)?\s*(?:;\s*q=([\d.]{1,5}))?\s*$/i.exec(wish) ?? [];
    if (language && Number(given) > weight) {
      best = language.toLowerCase();
      weight = Number(given);
    }
  }
  return RENAMED[best] ?? best;
}

const REMEMBERED = 2_000;

export function languageReader(): (header: string) => string {
  const known = new LRUCache<string, string>({ max: REMEMBERED });
  return (header) => {
    if (header === '') return '';
    const found = known.get(header);
    if (found !== undefined) return found;
    const language = readLanguage(header);
    if (header.length <= HEADER_MAX) known.set(header, language);
    return language;
  };
}
