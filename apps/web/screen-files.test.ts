import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES } from '@poklik/contract/language';
import type { RouteObject } from 'react-router';
import { expect, it } from 'vitest';
import { readTable } from './screen-files.ts';
import { entryScreens, publicScreens, signedInScreens } from './src/app/screens.ts';

const table = readTable();
const pathsOf = (screens: RouteObject[]) => screens.map(({ path }) => path).sort();

it('lists every screen of the router, and which of them need a session', () => {
  const read = (...lists: string[]) => pathsOf(table.filter(({ list }) => lists.includes(list)));
  expect(read('signedInScreens')).toEqual(pathsOf(signedInScreens));
  expect(read('entryScreens', 'publicScreens')).toEqual(pathsOf(publicScreens));
  expect(read('entryScreens')).toEqual(pathsOf(entryScreens));
  expect(table.filter(({ list }) => list === 'shell')).toHaveLength(1);
});

it.each(table)('lists the file and texts of $list $path', ({ module, namespaces }) => {
  expect(existsSync(module) && module.endsWith('.tsx')).toBe(true);
  expect(namespaces.length).toBeGreaterThan(0);
});

it.each(table.filter(({ path }) => path !== undefined))('names the heading of $path in every language', ({ title }) => {
  const [namespace, key = ''] = title?.split(':') ?? [];
  for (const language of LANGUAGES) {
    const file = join(import.meta.dirname, '../../packages/locales', language, `${namespace}.json`);
    const texts = JSON.parse(readFileSync(file, 'utf8'));
    const found = key.split('.').reduce((place, name) => place?.[name], texts);
    expect(found).toMatch(/^[^{<]+$/);
  }
});
