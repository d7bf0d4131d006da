import { existsSync } from 'node:fs';
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
