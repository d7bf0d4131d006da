import { ERROR_STATUS } from '@poklik/contract/errors';
import { LANGUAGE_TAGS, type Language } from '@poklik/contract/language';
import { type Translate, translator } from '../i18n/translate.ts';
import { type Html, html } from './html.ts';
import { type OpenApiDocument, operationsOf } from './openapi-document.ts';
import { LOGO, languageLinks } from './page-parts.ts';
import { anchorOf, operationArticle } from './reference-operation.ts';
import { codeIn, table } from './reference-parts.ts';

export interface ReferencePage {
  document: OpenApiDocument;
  appName: string;
  language: Language;
  addresses: { styles: string; document: string };
}

/** The document as a page for people: no script, readable without styles. */
export function referencePage({ document, appName, language, addresses }: ReferencePage): string {
  const translate = translator(language);
  const say: Translate = (key, values) => translate(`api:reference.${key}`, values);
  // What a text counts is only known once it is said to somebody.
  const sayError = (code: string): string => translate(`errors:${code}`).replace(/\{\{\w+\}\}/g, '…');
  const base = document.servers[0]?.url ?? '';
  const title = `${say('title')} · ${appName}`;
  return html`<!doctype html>
<html lang="${LANGUAGE_TAGS[language]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${addresses.styles}">
</head>
<body>
<a class="skip" href="#content">${say('skip')}</a>
<header>
<a class="brand" href="/" aria-label="${say('open_app', { app: appName })}">${LOGO}<span>${appName}</span></a>
<nav class="languages" aria-label="${say('languages')}">${languageLinks(language)}</nav>
</header>
<div class="columns">
<details class="contents" open><summary>${say('contents')}</summary>
<nav aria-label="${say('contents')}">${contents(document, say)}</nav></details>
<main id="content">
<h1>${say('title')}</h1>
<p class="lead">${codeIn(say('lead', { app: appName, base }))}</p>
<p><a href="${addresses.document}">${say('document')}</a></p>
<section id="basics"><h2>${say('basics.title')}</h2>
<ul>${BASICS.map((key) => html`<li>${codeIn(say(`basics.${key}`))}</li>`)}</ul></section>
${document.tags.map(({ name }) => section(document, name, { base, say, sayError }))}
<section id="failures"><h2>${say('all_failures')}</h2>${allFailures(say, sayError)}</section>
</main>
</div>
</body>
</html>`.markup;
}

const BASICS = ['token', 'language', 'text', 'ignored_parameters', 'lists', 'failures', 'wait'];

const contents = (document: OpenApiDocument, say: Translate): Html => html`<ul>
<li><a href="#basics">${say('basics.title')}</a></li>
${document.tags.map(({ name }) => {
  const own = operationsOf(document).filter(({ operation }) => operation.tags.includes(name));
  return html`<li><a href="#${name}">${say(`features.${name}`)}</a><ul>${own.map(
    ({ method, path, operation }) =>
      html`<li><a href="#${anchorOf(operation)}"><span class="method ${method}">${method.toUpperCase()}</span> <span class="path">${path}</span></a></li>`,
  )}</ul></li>`;
})}
<li><a href="#failures">${say('all_failures')}</a></li>
</ul>`;

const section = (document: OpenApiDocument, name: string, words: Parameters<typeof operationArticle>[1]): Html =>
  html`<section id="${name}"><h2>${words.say(`features.${name}`)}</h2>
${operationsOf(document)
  .filter(({ operation }) => operation.tags.includes(name))
  .map((place) => operationArticle(place, words))}
</section>
`;

const allFailures = (say: Translate, sayError: (code: string) => string): Html =>
  table(
    say('all_failures'),
    [say('column.status'), say('column.code'), say('column.text')],
    Object.entries(ERROR_STATUS).map(([code, status]) => [status, html`<code>${code}</code>`, sayError(code)]),
  );
