import { LANGUAGES, type Language } from '@poklik/contract/language';

/** A value of a notification that is a text itself, as `name_ua`, `name_ru` and `name_en`. */
export const inEachLanguage = (name: string, text: (language: Language) => string): Record<string, string> =>
  Object.fromEntries(LANGUAGES.map((language) => [`${name}_${language}`, text(language)]));
