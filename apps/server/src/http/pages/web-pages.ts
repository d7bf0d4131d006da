import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { AppError } from '@poklik/contract/errors';
import type { Language } from '@poklik/contract/language';
import { SCREEN_FILES, screenFiles } from '@poklik/contract/screen-files';
import type { Brand } from '@poklik/domain/branding/brand';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pagePolicy } from '../security-headers.ts';
import { appManifest } from './app-manifest.ts';
import { brandStyle, FAVICON, faviconLink } from './brand-head.ts';
import { html } from './html.ts';
import { createScreenLinks, hasSessionCookie } from './screen-links.ts';

export interface WebPages {
  /** The built application: index.html, assets/ and its public files. */
  webRoot: string;
  /** `{lang}/{namespace}.json` */
  localesRoot: string;
  /** Read for every page, because they can be changed while running. */
  settings: () => { appName: string; sentryDsn: string | undefined; hasDomains: boolean; brand: Brand };
}

export type SendPage = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/** Serves the files and texts of the application, and returns a function that sends its page. */
export function servePages(app: FastifyInstance, pages: WebPages): SendPage {
  const index = join(pages.webRoot, 'index.html');
  // Tests of the API alone have no built application.
  const template = existsSync(index) ? readFileSync(index, 'utf8') : undefined;
  const screenAt =
    template === undefined ? undefined : createScreenLinks(readScreenFiles(pages.webRoot), readText(pages.localesRoot));

  app.register(fastifyStatic, {
    root: pages.localesRoot,
    prefix: '/locales/',
    index: false,
    allowedPath: (path) => /^\/(ua|ru|en)\/[a-z_]+\.json$/.test(path),
    cacheControl: false,
    setHeaders: (reply) => reply.header('cache-control', 'no-cache'),
  });
  app.get('/manifest.webmanifest', (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('application/manifest+json; charset=utf-8')
      .send(JSON.stringify(appManifest(pages.settings()))),
  );
  if (template !== undefined) {
    app.register(fastifyStatic, {
      root: pages.webRoot,
      decorateReply: false,
      wildcard: false,
      index: false,
      preCompressed: true,
      cacheControl: false,
      globIgnore: ['index.html*', `${SCREEN_FILES}*`, '**/*.{gz,br}'],
      setHeaders: (reply, path) =>
        // Names of built assets contain a content hash.
        reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'),
    });
  }

  return (request, reply) => {
    if (template === undefined || screenAt === undefined) throw new AppError('not_found');
    const settings = pages.settings();
    const reportTo = settings.sentryDsn && new URL(settings.sentryDsn).origin;
    const nonce = randomBytes(16).toString('base64');
    const { isKnown, links, frame } = screenAt(
      request.url.split('?', 1)[0] ?? '/',
      hasSessionCookie(request.headers.cookie),
    );
    return reply
      .code(isKnown ? 200 : 404)
      .header('content-security-policy', pagePolicy(nonce, reportTo))
      .header('cache-control', 'no-cache')
      .header('vary', 'cookie')
      .type('text/html; charset=utf-8')
      .send(
        template
          .replace('__CSP_NONCE__', nonce)
          .replace('__SETTINGS__', () => JSON.stringify(settings).replaceAll('<', '\\u003c'))
          .replace('<title>Poklik</title>', () => html`<title>${settings.appName}</title>`.markup)
          .replace(FAVICON, (link) => faviconLink(settings.brand) ?? link)
          .replace('</head>', () => `${links}${brandStyle(settings.brand, nonce)}</head>`)
          .replace('<div id="root">', () => `<div id="root">${frame}`),
      );
  };
}

/** Reads a text of the web application by its `namespace:key`. */
const readText =
  (localesRoot: string) =>
  (language: Language, key: string): string => {
    const [namespace, path = ''] = key.split(':');
    const texts: unknown = JSON.parse(readFileSync(join(localesRoot, language, `${namespace}.json`), 'utf8'));
    const found = path
      .split('.')
      .reduce<unknown>((place, name) => (place as Record<string, unknown> | undefined)?.[name], texts);
    return typeof found === 'string' ? found : '';
  };

const readScreenFiles = (webRoot: string) =>
  screenFiles.parse(JSON.parse(readFileSync(join(webRoot, SCREEN_FILES), 'utf8')));
