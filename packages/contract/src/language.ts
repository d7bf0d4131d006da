import * as z from 'zod/mini';

/** Codes in URLs, storage, locale files and the API. */
export const LANGUAGES = ['ua', 'ru', 'en'] as const;
export const Language = z.enum(LANGUAGES);
export type Language = z.infer<typeof Language>;

export const DEFAULT_LANGUAGE: Language = 'ua';
export const FALLBACK_LANGUAGE: Language = 'en';

/** For Intl, i18next plurals and <html lang>: `ua` is not a language tag, and Intl silently reads it as en-US. */
export const LANGUAGE_TAGS: Record<Language, string> = { ua: 'uk', ru: 'ru', en: 'en-GB' };

export const isLanguage = (value: unknown): value is Language => LANGUAGES.some((code) => code === value);
