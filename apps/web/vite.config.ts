import { createReadStream } from 'node:fs';
import { join, normalize } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { writeScreenFiles } from './screen-files.ts';

const LOCALES = join(import.meta.dirname, '../../packages/locales');
/** Where `npm run dev` starts the server. */
const SERVER = `http://127.0.0.1:${process.env.PORT ?? 3000}`;

/** In development the texts come straight from their source; in production the server sends them. */
const locales = (): Plugin => ({
  name: 'locales',
  apply: 'serve',
  configureServer: (server) => {
    server.middlewares.use('/locales', (request, response, next) => {
      const file = normalize(join(LOCALES, new URL(request.url ?? '/', 'http://localhost').pathname));
      if (!file.startsWith(LOCALES) || !file.endsWith('.json')) return next();
      response.setHeader('Content-Type', 'application/json');
      createReadStream(file)
        .on('error', () => response.writeHead(404).end())
        .pipe(response);
    });
  },
});

/** Preloads the fonts of the first screen, so that text does not change its shape. */
const preloadFonts = (): Plugin => ({
  name: 'preload-fonts',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((file) => /inter-(latin|cyrillic)-wght-normal.*\.woff2$/.test(file))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', href: `/${file}`, as: 'font', type: 'font/woff2', crossorigin: '' },
          injectTo: 'head-prepend' as const,
        })),
  },
});

/** Summaries of endpoints are for the API reference, not for the browser. */
const withoutSummaries = (): Plugin => ({
  name: 'without-summaries',
  apply: 'build',
  enforce: 'pre',
  transform: (code, file) =>
    /packages[\\/]contract[\\/]src/.test(file)
      ? code.replace(/\bsummary:\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"),/g, '')
      : undefined,
});

export default defineConfig({
  plugins: [withoutSummaries(), react(), locales(), preloadFonts(), writeScreenFiles()],
  server: { host: '127.0.0.1', proxy: { '/v1': SERVER } },
  build: {
    target: 'es2023',
    // The CSP allows no inline code; a file that is small is still a file.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // These packages are pure, so a screen carries only the shapes and rules that it uses.
      treeshake: { moduleSideEffects: [{ test: /packages[\\/](contract|domain)[\\/]/, sideEffects: false }] },
      output: {
        // What every screen needs comes in few files instead of dozens of tiny ones.
        codeSplitting: {
          groups: [
            {
              name: 'libraries',
              test: /node_modules[\\/](react|react-dom|react-router|scheduler|@tanstack[\\/](query-core|react-query)|i18next|react-i18next|js-cookie|zod)[\\/]/,
              priority: 3,
            },
            { name: 'icons', test: /node_modules[\\/]lucide-react[\\/]/, minShareCount: 3, priority: 2 },
            {
              name: 'frame',
              test: /preload-helper|contract[\\/]src[\\/]paging|src[\\/](app[\\/](language-select|theme-switch|use-choose)|api[\\/](?!download|postback|request-name)|i18n|format|ui[\\/](button|banner|badge|state[\\/]|page-|logo|keyboard[\\/](shortcut|use-shortcuts)|theme-mode|toast[\\/]toast\.|dialog[\\/]use-scroll))/,
              priority: 1,
            },
            {
              name: 'signed-in',
              test: /@mantine[\\/]core[\\/]esm[\\/]core[\\/]MantineProvider|src[\\/]app[\\/]navigation|access[\\/]sidebar|notifications\.queries|contract[\\/]src[\\/]notifications/,
              priority: 1,
            },
            {
              name: 'lists',
              test: /contract[\\/]src[\\/]money|src[\\/]ui[\\/](data-table[\\/](?!(data-table|table|cards|sort-select|list-footer|use-list-keys)\.)|choice[\\/](search-field|filter-select|choice-links)|metric-card|menu[\\/](actions-menu|menu-trigger|use-focus-return)|copy[\\/]copy-icon-button)/,
              priority: 1,
            },
          ],
        },
      },
    },
  },
});
