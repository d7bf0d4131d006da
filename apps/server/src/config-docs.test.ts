import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';

const read = (path: string): Promise<string> => readFile(new URL(path, import.meta.url), 'utf8');

const settings = async (): Promise<string[]> =>
  [...(await read('./environment.ts')).matchAll(/^ {2}([A-Z][A-Z_]+): z\./gm)].map(([, name]) => name as string);

it('documents every setting for operators', async () => {
  const [names, operations] = await Promise.all([settings(), read('../../../docs/operations.md')]);
  expect(names.length).toBeGreaterThan(30);
  // Limits are documented together when the name says enough.
  const missing = names.filter((name) => !name.startsWith('LIMIT_') && !operations.includes(`\`${name}\``));
  expect(missing).toEqual([]);
});

it('lists every URL that the program connects to', async () => {
  const security = await read('../../../docs/security.md');
  const [, list = ''] = security.split('## What the program connects to');
  const addresses = (await settings()).filter((name) => /_(URL|DSN)$/.test(name) && !LINKS.includes(name));
  expect(addresses.length).toBeGreaterThan(3);
  expect(addresses.filter((name) => !list.includes(`\`${name}\``))).toEqual([]);
});

/** Shown to users as links; the program never requests them. */
const LINKS = ['PUBLIC_URL', 'TRACKING_URL', 'TERMS_URL', 'PRIVACY_URL'];
