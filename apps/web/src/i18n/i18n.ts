import { FALLBACK_LANGUAGE, LANGUAGE_TAGS, type Language } from '@poklik/contract/language';
import i18next, { type BackendModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { i18nCode, languageOfCode, storedLanguage, storeLanguage } from './language.ts';
import { ALWAYS, type Namespace } from './namespaces.ts';

type ReadFile = (language: Language, namespace: string) => Promise<Record<string, unknown>>;

/**
 * Languages have the same texts, so another one is read only where a file cannot be had at the second attempt either.
 * i18next itself would always load it beside the chosen one, and make every first screen wait for both.
 */
const backend = (readFile: ReadFile): BackendModule => {
  const failed = new Set<string>();
  const readTexts = async (language: Language, namespace: string): Promise<Record<string, unknown>> => {
    const file = `${language}/${namespace}`;
    try {
      return await readFile(language, namespace);
    } catch (error) {
      if (failed.has(file) && language !== FALLBACK_LANGUAGE) return readFile(FALLBACK_LANGUAGE, namespace);
      failed.add(file);
      throw error;
    }
  };
  return {
    type: 'backend',
    init: () => {},
    read: (code, namespace, done) => {
      readTexts(languageOfCode(code), namespace).then(
        (texts) => done(null, texts),
        // `true` asks i18next to try again, a few times, with growing pauses.
        (error: Error) => done(error, true),
      );
    },
  };
};

let started: Promise<unknown> = Promise.resolve();

/** Files are read through `readFile`, so that the network stays in one place. */
export async function startI18n(language: Language, readFile: ReadFile): Promise<void> {
  started = i18next
    .use(backend(readFile))
    .use(initReactI18next)
    .init({
      lng: i18nCode(language),
      fallbackLng: false,
      // Texts are what everything waits for: they are asked for at once.
      initAsync: false,
      supportedLngs: ['uk', 'ru', 'en'],
      load: 'languageOnly',
      ns: ALWAYS,
      defaultNS: 'select',
      interpolation: { escapeValue: false },
      returnNull: false,
    });
  document.documentElement.lang = LANGUAGE_TAGS[language];
  await started;
}

export const currentLanguage = (): Language =>
  i18next.language ? languageOfCode(i18next.language) : FALLBACK_LANGUAGE;

/** Shows everything in `language` once its texts are here, and remembers it. */
export async function applyLanguage(language: Language): Promise<void> {
  storeLanguage(language);
  await started;
  if (i18next.language !== i18nCode(language)) await i18next.changeLanguage(i18nCode(language));
  // Another choice may have come while the texts were on their way.
  if (storedLanguage() === language) document.documentElement.lang = LANGUAGE_TAGS[language];
}

export const loadNamespaces = (namespaces: readonly Namespace[]): Promise<void> =>
  i18next.loadNamespaces([...namespaces]);
