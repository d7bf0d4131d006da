import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { SCREEN_FILES, type ScreenFiles } from '@poklik/contract/screen-files';

const SCREENS: ScreenFiles = {
  namespaces: ['select'],
  shell: { files: ['assets/shell-1a2b3c4d.js', 'assets/shell-1a2b3c4d.css'], namespaces: ['sidebar'] },
  screens: [
    {
      path: 'login',
      title: 'auth:login.title',
      needs_session: false,
      files: ['assets/login-1a2b3c4d.js'],
      namespaces: ['auth'],
    },
    {
      path: 'restore-password/:response?',
      title: 'auth:restore.title',
      needs_session: false,
      files: ['assets/restore-1a2b3c4d.js'],
      namespaces: [],
    },
    {
      path: 'campaign',
      title: 'sidebar:campaign',
      needs_session: true,
      files: ['assets/campaign-1a2b3c4d.js'],
      namespaces: ['campaigns'],
    },
    {
      path: 'campaign/update/:id',
      title: 'campaigns:update',
      needs_session: true,
      files: ['assets/update-1a2b3c4d.js'],
      namespaces: [],
    },
    {
      path: 'statistics',
      title: 'sidebar:statistics',
      needs_session: true,
      files: ['assets/statistics-1a2b3c4d.js'],
      namespaces: ['statistics'],
    },
  ],
  sign_in: 'login',
  home: 'campaign',
};

/** A minimal web build: the page with two placeholders, the list of screens, a hashed asset and a public file. */
export const WEB_FILES = {
  'index.html':
    '<!doctype html><html><head><meta property="csp-nonce" nonce="__CSP_NONCE__"><script type="application/json" id="settings">__SETTINGS__</script></head><body><div id="root"></div></body></html>',
  [SCREEN_FILES]: JSON.stringify(SCREENS),
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
