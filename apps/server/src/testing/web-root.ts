import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A build of the web application in small: the page with its two marks, a hashed asset, and a file of the public folder. */
export const WEB_FILES = {
  'index.html':
    '<!doctype html><html><head><meta property="csp-nonce" nonce="__CSP_NONCE__"><script type="application/json" id="settings">__SETTINGS__</script></head><body><div id="root"></div></body></html>',
  'assets/main-1a2b3c4d.js': 'export const ready = true;\n',
  'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>\n',
};

export async function createWebRoot(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'poklik-web-'));
  for (const [name, content] of Object.entries(WEB_FILES)) {
    await mkdir(dirname(join(path, name)), { recursive: true });
    await writeFile(join(path, name), content);
  }
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}
