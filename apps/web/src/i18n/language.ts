import { DEFAULT_LANGUAGE, isLanguage, LANGUAGE_TAGS, type Language } from '@poklik/contract/language';

const STORAGE_KEY = 'selectedLanguage';

export const LANGUAGE_LABELS: Record<Language, string> = { ua: 'укр', ru: 'русский', en: 'english' };

/** What the closed selector shows of a label. */
export const shortLabel = (language: Language): string => LANGUAGE_LABELS[language].slice(0, 3);

/** Storage may be forbidden by the browser; then the choice lives as long as the page. */
let chosen: Language | null = null;

export function storedLanguage(): Language {
  try {
    const stored = localStorage.getItem(STORAGE_KEY);
    return isLanguage(stored) ? stored : DEFAULT_LANGUAGE;
  } catch {
    return chosen ?? DEFAULT_LANGUAGE;
  }
}

export function storeLanguage(language: Language): void {
  chosen = language;
  try {
    localStorage.setItem(STORAGE_KEY, language);
  } catch {
    // Kept in memory only.
  }
}

/** The language that the first path segment names, if it names one. */
export function languageOfPath(pathname: string): Language | null {
  const [, segment] = pathname.split('/');
  return isLanguage(segment) ? segment : null;
}

/** Where the reader is, whatever the language. */
export function pathWithoutLanguage(pathname: string): string {
  const language = languageOfPath(pathname);
  return language ? pathname.slice(language.length + 1) || '/' : pathname;
}

/** The same place in another language: the first segment is replaced when it is a language, else one is put before it. */
export function pathInLanguage(pathname: string, language: Language): string {
  const segments = pathname.split('/').slice(1);
  const rest = languageOfPath(pathname) ? segments.slice(1) : segments;
  const path = `/${[language, ...rest].join('/')}`;
  return rest.length === 1 && rest[0] === '' ? `/${language}` : path;
}

/** i18next chooses plural forms by a real language code: `uk`, not `ua`. */
export const i18nCode = (language: Language): string => LANGUAGE_TAGS[language].slice(0, 2);

export const languageOfCode = (code: string): Language => (code === 'uk' ? 'ua' : isLanguage(code) ? code : 'en');
