// Fails when the first screen loads more JavaScript than the budget: the entry and everything it imports statically.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { ROOT } from './commands.mjs';

export const BUDGET_KB = 200;

/** Scripts of the page: the entry and the modules it imports statically, which are preloaded. */
const scriptsOf = (html) =>
  [...html.matchAll(/<(?:script|link)\b[^>]*?\b(?:src|href)="([^"]+\.js)"/g)].map((match) => match[1]);

export function firstScripts(dist) {
  const html = readFileSync(join(dist, 'index.html'), 'utf8');
  return scriptsOf(html).map((path) => {
    const file = join(dist, path);
    const bytes = existsSync(`${file}.gz`) ? readFileSync(`${file}.gz`) : gzipSync(readFileSync(file));
    return { path, kB: bytes.length / 1000 };
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const scripts = firstScripts(process.argv[2] ?? join(ROOT, 'apps/web/dist'));
  const total = scripts.reduce((sum, script) => sum + script.kB, 0);
  for (const { path, kB } of scripts) console.log(`${kB.toFixed(1).padStart(7)} kB  ${path}`);
  console.log(`${total.toFixed(1).padStart(7)} kB  total, of ${BUDGET_KB} kB`);
  if (scripts.length === 0) console.error('index.html names no script');
  process.exitCode = scripts.length > 0 && total <= BUDGET_KB ? 0 : 1;
}
