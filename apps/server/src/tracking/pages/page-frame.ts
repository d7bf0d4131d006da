import { createHash } from 'node:crypto';
import { LANGUAGE_TAGS, type Language } from '@poklik/contract/language';
import { type Html, html } from '../../http/pages/html.ts';
import { LOGO, languageLinks } from '../../http/pages/page-parts.ts';
import { REFERENCE_STYLES } from '../../http/reference/reference-styles.ts';
import { type Translate, translator } from '../../i18n/translate.ts';

/** Inline, because the tracker may have its own host without static files. */
const STYLES = `${REFERENCE_STYLES}
.page { max-width: 880px; margin: 0 auto; padding: 32px 24px 64px; }
.page > p { margin-bottom: 16px; }
.brand { cursor: default; }
.link { overflow-wrap: anywhere; }
.state { padding: 12px 16px; border-radius: 10px; background: var(--info-subtle); color: var(--info-text); }
button { min-height: 44px; padding: 0 20px; border: 1px solid var(--text-tertiary); border-radius: 8px; background: var(--bg-surface); color: var(--text-primary); font: inherit; font-weight: 500; cursor: pointer; }
button.main { border-color: var(--accent-solid); background: var(--accent-solid); color: var(--bg-surface); }
button:focus-visible { outline: 2px solid var(--accent-text); outline-offset: 2px; }
.choices { display: flex; flex-wrap: wrap; gap: 12px; }
.off { color: var(--text-tertiary); }
.page article ul { margin-bottom: 16px; }
.slot { margin-top: 12px; padding-left: 12px; border-left: 2px solid var(--text-tertiary); }
.slot > p { margin-bottom: 4px; }
.page td:last-child { min-width: 120px; }
@media (max-width: 480px) { .page { padding: 20px 16px 48px; } }
`;

/** Allows nothing but the inline styles. */
export const PAGE_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLES).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

export interface PageFrame {
  appName: string;
  language: Language;
  /** For tracking domains of customers: no logo, and `appName` is the host. */
  isUnbranded?: boolean;
}

/** A tracker page: text without scripts, in the reader's language. */
export function pageFrame({ appName, language, isUnbranded = false }: PageFrame, title: string, content: Html): string {
  const say = createTranslator(language);
  // Kept separate, because the policy allows exactly these characters.
  const [before = '', after = ''] = html`<!doctype html>
<html lang="${LANGUAGE_TAGS[language]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} · ${appName}</title>
<style>STYLES</style>
</head>
<body>
<a class="skip" href="#content">${say('skip')}</a>
<header>
<span class="brand">${isUnbranded ? '' : LOGO}<span>${appName}</span></span>
<nav class="languages" aria-label="${say('languages')}">${languageLinks(language)}</nav>
</header>
<main id="content" class="page">
${content}
</main>
</body>
</html>
`.markup.split('<style>STYLES</style>');
  return `${before}<style>${STYLES}</style>${after}`;
}

export function createTranslator(language: Language): Translate {
  const translate = translator(language);
  return (key, values) => translate(`tracker.${key}`, values);
}
