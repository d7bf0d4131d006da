import { isLanguage, LANGUAGES, type Language } from '@poklik/contract/language';
import type { ScreenFiles } from '@poklik/contract/screen-files';
import { SESSION_COOKIE } from '@poklik/contract/session-cookie';

type Part = Pick<ScreenFiles['shell'], 'files' | 'namespaces'>;

interface Screen {
  /** Whether there is a screen at the path; otherwise the application shows 404. */
  isKnown: boolean;
  /** Preload links for the head of the page. */
  links: string;
  /** What the page shows until the application has loaded: the frame of signed-in screens with the heading. */
  frame: string;
}

export type ScreenAt = (path: string, isSignedIn: boolean) => Screen;

const HAS_SESSION = new RegExp(`(?:^|;\\s*)${SESSION_COOKIE}=[^;\\s]`);

/** Whether the browser will treat the user as logged in. It grants nothing. */
export const hasSessionCookie = (cookies: string | undefined): boolean => HAS_SESSION.test(cookies ?? '');

/** Preload links save the browser a chain of scripts (decision 14). Built once; only the choice depends on the path. */
export function createScreenLinks(
  { namespaces, shell, screens, sign_in, home }: ScreenFiles,
  textOf: (language: Language, key: string) => string,
): ScreenAt {
  const always: Part = { files: [], namespaces };
  const known = screens.map((screen) => ({
    path: screen.path,
    pattern: toPattern(screen.path),
    needsSession: screen.needs_session,
    links: buildLinks(screen.needs_session ? [always, shell, screen] : [always, screen]),
    frames: screen.needs_session ? buildFrames((language) => textOf(language, screen.title)) : undefined,
  }));
  const named = (path: string) => known.find((screen) => screen.path === path);
  const nowhere = buildLinks([always]);

  return (path, isSignedIn) => {
    const [, first] = path.split('/', 2);
    const language = isLanguage(first) ? first : undefined;
    const rest = language ? path.slice(language.length + 1) : path;
    const asked =
      rest === '' || rest === '/'
        ? named(isSignedIn ? home : sign_in)
        : known.find(({ pattern }) => pattern.test(rest));
    const shown = asked?.needsSession && !isSignedIn ? named(sign_in) : asked;
    return {
      isKnown: asked !== undefined,
      links: (shown?.links ?? nowhere)(language),
      frame: shown?.frames?.get(language) ?? '',
    };
  };
}

/** Only the browser knows the language of a path without one; then the heading stays empty. */
const buildFrames = (headingIn: (language: Language) => string): Map<Language | undefined, string> =>
  new Map([undefined, ...LANGUAGES].map((language) => [language, buildFrame(language ? headingIn(language) : '')]));

const buildFrame = (heading: string): string =>
  `<div class="first-frame"><header></header><aside></aside><main><h1>${heading.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</h1></main></div>`;

function buildLinks(parts: Part[]): (language: Language | undefined) => string {
  const files = parts.flatMap((part) => part.files).map(linkToFile);
  const texts = [...new Set(parts.flatMap((part) => part.namespaces))];
  const inLanguages = new Map<Language | undefined, string>(
    LANGUAGES.map((language) => [language, [...texts.map((text) => linkToText(language, text)), ...files].join('')]),
  );
  // Without a language in the path only the browser knows the chosen one.
  inLanguages.set(undefined, files.join(''));
  return (language) => inLanguages.get(language) ?? '';
}

const linkToFile = (file: string): string =>
  `<link rel="${file.endsWith('.css') ? 'stylesheet' : 'modulepreload'}" crossorigin href="/${file}">`;

const linkToText = (language: Language, namespace: string): string =>
  `<link rel="preload" as="fetch" crossorigin href="/locales/${language}/${namespace}.json">`;

/** Matches like the router of the web application: case-insensitive, with an optional trailing slash. */
function toPattern(path: string): RegExp {
  const segments = path.split('/').map((segment) => {
    if (!segment.startsWith(':')) return `/${segment}`;
    return segment.endsWith('?') ? '(?:/[^/]+)?' : '/[^/]+';
  });
  return new RegExp(`^${segments.join('')}/?$`, 'i');
}
