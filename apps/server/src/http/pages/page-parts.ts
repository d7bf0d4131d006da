import { LANGUAGE_TAGS, LANGUAGES, type Language } from '@poklik/contract/language';
import { type Html, html } from './html.ts';

const LANGUAGE_NAMES: Record<Language, string> = { ua: 'Українська', ru: 'Русский', en: 'English' };

export const LOGO = html`<svg viewBox="0 0 32 32" width="24" height="24" fill="none" aria-hidden="true"><path d="M9 28V13a8 8 0 1 1 8 8" stroke-width="3.5" stroke-linecap="round"/><circle cx="17" cy="13" r="3"/></svg>`;

/** The same page in each language; `kept` are its other query parameters. */
export const languageLinks = (current: Language, kept: Record<string, string> = {}): Html[] =>
  LANGUAGES.map((code) => languageLink(code, current, `?${new URLSearchParams({ lang: code, ...kept })}`));

const languageLink = (code: Language, current: Language, href: string): Html =>
  code === current
    ? html`<a href="${href}" lang="${LANGUAGE_TAGS[code]}" aria-current="true">${LANGUAGE_NAMES[code]}</a>`
    : html`<a href="${href}" lang="${LANGUAGE_TAGS[code]}" hreflang="${LANGUAGE_TAGS[code]}">${LANGUAGE_NAMES[code]}</a>`;
