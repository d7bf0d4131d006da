import { ERROR_STATUS } from '@poklik/contract/errors';
import { LANGUAGE_TAGS, type Language } from '@poklik/contract/language';
import { type Translate, translator } from '../../i18n/translate.ts';
import { type Html, html } from '../pages/html.ts';
import { LOGO, languageLinks } from '../pages/page-parts.ts';
import { listOperations, type OpenApiDocument } from './openapi-document.ts';
import { type OperationPlace, operationAnchor, operationArticle } from './reference-operation.ts';
import { codeBlock, renderCode, table } from './reference-parts.ts';

export interface Reference {
  document: OpenApiDocument;
  appName: string;
  language: Language;
  addresses: { page: string; styles: string; document: string };
}

export const QUERY_MAX = 100;

interface Entry {
  place: OperationPlace;
  /** What the search looks at, in lower case. */
  text: string;
  article: Html;
}

/**
 * The document as a page for people: no script, readable without styles. The page takes what the reader searches for,
 * empty for the whole reference. Articles are built once, so that anyone can search at little cost.
 */
export function referencePage({ document, appName, language, addresses }: Reference): (query: string) => string {
  const translate = translator(language);
  const say: Translate = (key, values) => translate(`api:reference.${key}`, values);
  // The values of an error's text are only known when it happens.
  const sayError = (code: string): string => translate(`errors:${code}`).replace(/\{\{\w+\}\}/g, '…');
  const base = document.servers[0]?.url ?? '';
  const entries = listOperations(document).map((place) => ({
    place,
    text: searchText(place, say),
    article: operationArticle(place, { base, say, sayError }),
  }));
  const introduction = introductionOf({ language, addresses, base, appName, say });
  const failures = html`<section id="failures"><h2>${say('all_failures')}</h2>${allFailures(say, sayError)}</section>`;

  return (query) => {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    const found = entries.filter(({ text }) => words.every((word) => text.includes(word)));
    const title = `${query === '' ? '' : `${query} · `}${say('title')} · ${appName}`;
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
<nav class="languages" aria-label="${say('languages')}">${languageLinks(language, query === '' ? {} : { q: query })}</nav>
</header>
<div class="columns">
<div class="side">
<form role="search" action="${addresses.page}" method="get">
<input type="hidden" name="lang" value="${language}">
<label for="search">${say('search.label')}</label>
<div class="field"><input id="search" type="search" name="q" value="${query}" maxlength="${QUERY_MAX}" autocomplete="off" aria-describedby="search-hint"><button>${say('search.submit')}</button></div>
<p id="search-hint" class="hint">${say('search.hint')}</p>
</form>
${found.length === 0 ? '' : contents(document, found, query, say)}
</div>
<main id="content">
<h1>${say('title')}</h1>
${query === '' ? introduction : results(found, { query, language, say })}
${document.tags.map(({ name }) => section(name, found, say))}
${query === '' ? failures : ''}
</main>
</div>
</body>
</html>`.markup;
  };
}

const searchText = ({ method, path, operation: { operationId, summary, tags } }: OperationPlace, say: Translate) =>
  [method, path, operationId, summary, say(`operations.${operationId}`), ...tags.map((name) => say(`features.${name}`))]
    .join(' ')
    .toLowerCase();

const results = (found: readonly Entry[], { query, language, say }: ResultTexts): Html =>
  html`<p class="lead" role="status">${found.length === 0 ? say('search.none', { query }) : say('search.found', { query, count: found.length })}</p>
<p><a href="?lang=${language}">${say('search.clear')}</a></p>`;

interface ResultTexts {
  query: string;
  language: Language;
  say: Translate;
}

interface Introduction extends Omit<Reference, 'document'> {
  base: string;
  say: Translate;
}

/** `date` takes other options on Linux than on macOS. */
const firstExample = (base: string): string =>
  [
    'DAY=$(date -d yesterday +%F 2>/dev/null || date -v-1d +%F)',
    "curl -H 'Authorization: Bearer YOUR_TOKEN' \\",
    `  "${base}/statistics?start_date=$DAY&end_date=$DAY&group_by=campaign"`,
  ].join('\n');

const introductionOf = ({ language, addresses, base, appName, say }: Introduction): Html =>
  html`<p class="lead">${renderCode(say('lead', { app: appName, base }))}</p>
<p><a href="${addresses.document}">${say('document')}</a></p>
<section id="authentication"><h2>${say('authentication.title')}</h2>
<p>${say('authentication.token')} <a href="/${language}/api-tokens">${say('authentication.create')}</a></p>
<p>${renderCode(say('authentication.header'))}</p>
<h3>${say('authentication.example')}</h3>
${codeBlock(say('authentication.example'), firstExample(base))}
<p>${renderCode(say('authentication.example_text'))}</p>
<p>${renderCode(say('authentication.failures'))}</p>
<p>${renderCode(say('authentication.login'))}</p></section>
<section id="unknown-parameters"><h2>${say('unknown.title')}</h2>
${table(
  say('unknown.title'),
  [say('unknown.part'), say('unknown.result')],
  UNKNOWN.map((part) => [say(`unknown.${part}`), renderCode(say(`unknown.${part}_result`))]),
)}</section>
<section id="conventions"><h2>${say('conventions.title')}</h2>
<ul>${CONVENTIONS.map((key) => html`<li>${renderCode(say(`conventions.${key}`))}</li>`)}</ul></section>`;

const UNKNOWN = ['query', 'body', 'path', 'value'];
const CONVENTIONS = ['lists', 'values', 'text', 'language', 'errors', 'limits', 'idempotency'];
const INTRODUCTION = [
  ['authentication', 'authentication.title'],
  ['unknown-parameters', 'unknown.title'],
  ['conventions', 'conventions.title'],
] as const;

const inFeature = (entries: readonly Entry[], name: string): readonly Entry[] =>
  entries.filter(({ place }) => place.operation.tags.includes(name));

const contents = (
  document: OpenApiDocument,
  found: readonly Entry[],
  query: string,
  say: Translate,
): Html => html`<details class="contents" open><summary>${say('contents')}</summary>
<nav aria-label="${say('contents')}"><ul>
${query === '' ? INTRODUCTION.map(([id, key]) => html`<li><a href="#${id}">${say(key)}</a></li>`) : ''}
${document.tags.map(({ name }) => {
  const own = inFeature(found, name);
  if (own.length === 0) return html``;
  return html`<li><a href="#${name}">${say(`features.${name}`)}</a><ul>${own.map(
    ({ place: { method, path, operation } }) =>
      html`<li><a href="#${operationAnchor(operation)}"><span class="method ${method}">${method.toUpperCase()}</span> <span class="path">${path}</span></a></li>`,
  )}</ul></li>`;
})}
${query === '' ? html`<li><a href="#failures">${say('all_failures')}</a></li>` : ''}
</ul></nav></details>`;

function section(name: string, found: readonly Entry[], say: Translate): Html {
  const own = inFeature(found, name);
  if (own.length === 0) return html``;
  return html`<section id="${name}"><h2>${say(`features.${name}`)}</h2>
${own.map(({ article }) => article)}
</section>
`;
}

const allFailures = (say: Translate, sayError: (code: string) => string): Html =>
  table(
    say('all_failures'),
    [say('column.status'), say('column.code'), say('column.text')],
    Object.entries(ERROR_STATUS).map(([code, status]) => [status, html`<code>${code}</code>`, sayError(code)]),
  );
