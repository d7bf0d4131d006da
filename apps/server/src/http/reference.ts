import { API_PREFIX } from '@poklik/contract/api';
import { isLanguage, type Language } from '@poklik/contract/language';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { languageOf } from './language.ts';
import { openApiDocument } from './openapi.ts';
import { referencePage } from './reference-page.ts';
import { REFERENCE_STYLES } from './reference-styles.ts';

const CACHED = 'public, max-age=300';

/** Text and its own styles, and no way for anything else; without `allow-same-origin` the styles would be foreign to it. */
const REFERENCE_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  'sandbox allow-same-origin',
].join('; ');

const ADDRESSES = {
  page: `${API_PREFIX}/docs`,
  styles: `${API_PREFIX}/docs/reference.css`,
  document: `${API_PREFIX}/openapi.json`,
};

/**
 * The API described for programs and for people. It does not depend on who reads, so each part is made once, and only
 * when somebody reads it: making all of it would take a good part of a start.
 */
export function serveReference(app: FastifyInstance, config: Pick<Config, 'appName' | 'publicUrl'>): void {
  const document = once(() => openApiDocument(config));
  const json = once(() => JSON.stringify(document()));
  const pageIn = (language: Language) =>
    once(() => referencePage({ document: document(), appName: config.appName, language, addresses: ADDRESSES }));
  const pages: Record<Language, () => string> = { ua: pageIn('ua'), ru: pageIn('ru'), en: pageIn('en') };

  app.get(ADDRESSES.document, (_request, reply) =>
    reply.header('cache-control', CACHED).type('application/json; charset=utf-8').send(json()),
  );
  app.get(ADDRESSES.styles, (_request, reply) =>
    reply.header('cache-control', CACHED).type('text/css; charset=utf-8').send(REFERENCE_STYLES),
  );
  app.get(ADDRESSES.page, (request, reply) =>
    reply
      .header('content-security-policy', REFERENCE_POLICY)
      .header('cache-control', CACHED)
      .header('vary', 'accept-language')
      .type('text/html; charset=utf-8')
      .send(pages[wishedLanguage(request)]()),
  );
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function wishedLanguage(request: FastifyRequest): Language {
  const { lang } = request.query as { lang?: unknown };
  return isLanguage(lang) ? lang : languageOf(request.headers['accept-language']);
}
