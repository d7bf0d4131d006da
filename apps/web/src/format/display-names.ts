import { LANGUAGE_TAGS, type Language } from '@poklik/contract/language';
import { memoize } from './memoize.ts';

const names = memoize(
  (language: Language, type: 'region' | 'language') =>
    new Intl.DisplayNames(LANGUAGE_TAGS[language], { type, fallback: 'none' }),
);

function nameOf(language: Language, type: 'region' | 'language', code: string): string {
  try {
    return names(language, type).of(code) ?? code;
  } catch {
    // Whatever a browser once called its language need not be a code.
    return code;
  }
}

/** "Ukraine" for UA. */
export const formatCountry = (language: Language, code: string): string => nameOf(language, 'region', code);

/** "Ukrainian" for uk. */
export const formatLanguage = (language: Language, code: string): string => nameOf(language, 'language', code);
