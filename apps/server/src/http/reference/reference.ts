import { API_PREFIX } from '@poklik/contract/api';
import { isLanguage, type Language } from '@poklik/contract/language';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import { negotiateLanguage } from '../language.ts';
import { buildOpenApiDocument } from './openapi.ts';
import { QUERY_MAX, referencePage } from './reference-page.ts';
import { REFERENCE_STYLES } from './reference-styles.ts';

const CACHED = 'public, max-age=300';

/** Allows the page's own styles and its search form, and nothing else. `allow-same-origin` is needed to load the styles. */
const REFERENCE_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  'sandbox allow-same-origin allow-forms',
].join('; ');

const PATHS = {
  page: `${API_PREFIX}/docs`,
  styles: `${API_PREFIX}/docs/reference.css`,
  document: `${API_PREFIX}/openapi.json`,
};

/** The API described for programs and for people. Each part is built on first use, because building all of them would slow the start. */
export function serveReference(app: FastifyInstance, config: Pick<Config, 'appName' | 'publicUrl'>): void {
  const memoize = memoizeFor(() => `${config.appName} ${config.publicUrl}`);
  const document = memoize(() => buildOpenApiDocument(config));
  const json = memoize(() => JSON.stringify(document()));
  const pageIn = (language: Language) =>
    memoize(() => referencePage({ document: document(), appName: config.appName, language, addresses: PATHS }));
  const pages = { ua: pageIn('ua'), ru: pageIn('ru'), en: pageIn('en') };

  app.get(PATHS.document, (_request, reply) =>
    reply.header('cache-control', CACHED).type('application/json; charset=utf-8').send(json()),
  );
  app.get(PATHS.styles, (_request, reply) =>
    reply.header('cache-control', CACHED).type('text/css; charset=utf-8').send(REFERENCE_STYLES),
  );
  app.get(PATHS.page, (request, reply) =>
    reply
      .header('content-security-policy', REFERENCE_POLICY)
      .header('cache-control', CACHED)
      .header('vary', 'accept-language')
      .type('text/html; charset=utf-8')
      .send(pages[requestedLanguage(request)]()(requestedQuery(request))),
  );
}

/** Built again when what it depends on has changed. */
const memoizeFor =
  (subject: () => string) =>
  <T>(make: () => T): (() => T) => {
    let made: { value: T; subject: string } | undefined;
    return () => {
      const current = subject();
      if (made?.subject !== current) made = { value: make(), subject: current };
      return made.value;
    };
  };

function requestedLanguage(request: FastifyRequest): Language {
  const { lang } = request.query as { lang?: unknown };
  return isLanguage(lang) ? lang : negotiateLanguage(request.headers['accept-language']);
}

function requestedQuery(request: FastifyRequest): string {
  const { q } = request.query as { q?: unknown };
  return typeof q === 'string' ? q.slice(0, QUERY_MAX).toWellFormed().trim() : '';
}
