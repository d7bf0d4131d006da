import { pathInLanguage } from './language.ts';
import { useLanguage } from './use-language.ts';

/** Turns a path of `paths` into the link that the reader follows, in their language. */
export function useLocalizedPath(): (path: string) => string {
  const language = useLanguage();
  return (path) => pathInLanguage(path, language);
}
