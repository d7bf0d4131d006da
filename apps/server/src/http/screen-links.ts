import { isLanguage, LANGUAGES, type Language } from '@poklik/contract/language';
import type { ScreenFiles } from '@poklik/contract/screen-files';
import { SESSION_COOKIE } from '@poklik/contract/session-cookie';

type Part = Pick<ScreenFiles['shell'], 'files' | 'namespaces'>;

interface Screen {
  /** Whether there is a screen at the address; the application shows that there is none by itself. */
  isKnown: boolean;
  /** To what the screen is made of, for the head of its page. */
  links: string;
}

export type ScreenAt = (path: string, isSignedIn: boolean) => Screen;

const HAS_SESSION = new RegExp(`(?:^|;\\s*)${SESSION_COOKIE}=[^;\\s]`);

/** Whether the browser will take its reader for signed in. It says nothing of who that is, and opens nothing. */
export const looksSignedIn = (cookies: string | undefined): boolean => HAS_SESSION.test(cookies ?? '');

/**
 * The browser learns from the page what it would otherwise learn from one script after the other (decision 14).
 * All of it is made here once; of the address only the choice depends.
 */
export function screenLinks({ namespaces, shell, screens, sign_in, home }: ScreenFiles): ScreenAt {
  const always: Part = { files: [], namespaces };
  const known = screens.map((screen) => ({
    path: screen.path,
    pattern: patternOf(screen.path),
    needsSession: screen.needs_session,
    links: linksOf(screen.needs_session ? [always, shell, screen] : [always, screen]),
  }));
  const named = (path: string) => known.find((screen) => screen.path === path);
  const nowhere = linksOf([always]);

  return (path, isSignedIn) => {
    const [, first] = path.split('/', 2);
    const language = isLanguage(first) ? first : undefined;
    const rest = language ? path.slice(language.length + 1) : path;
    const asked =
      rest === '' || rest === '/'
        ? named(isSignedIn ? home : sign_in)
        : known.find(({ pattern }) => pattern.test(rest));
    const shown = asked?.needsSession && !isSignedIn ? named(sign_in) : asked;
    return { isKnown: asked !== undefined, links: (shown?.links ?? nowhere)(language) };
  };
}

function linksOf(parts: Part[]): (language: Language | undefined) => string {
  const files = parts.flatMap((part) => part.files).map(linkToFile);
  const texts = [...new Set(parts.flatMap((part) => part.namespaces))];
  const inLanguages = new Map<Language | undefined, string>(
    LANGUAGES.map((language) => [language, [...texts.map((text) => linkToText(language, text)), ...files].join('')]),
  );
  // Without a language in the address only the browser knows which one its reader chose.
  inLanguages.set(undefined, files.join(''));
  return (language) => inLanguages.get(language) ?? '';
}

const linkToFile = (file: string): string =>
  `<link rel="${file.endsWith('.css') ? 'stylesheet' : 'modulepreload'}" crossorigin href="/${file}">`;

const linkToText = (language: Language, namespace: string): string =>
  `<link rel="preload" as="fetch" crossorigin href="/locales/${language}/${namespace}.json">`;

/** The router of the browser application reads its patterns the same way: any case, a slash at the end or none. */
function patternOf(path: string): RegExp {
  const segments = path.split('/').map((segment) => {
    if (!segment.startsWith(':')) return `/${segment}`;
    return segment.endsWith('?') ? '(?:/[^/]+)?' : '/[^/]+';
  });
  return new RegExp(`^${segments.join('')}/?$`, 'i');
}
