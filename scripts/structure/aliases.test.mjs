import { describe, expect, it } from 'vitest';
import { findAliases } from './aliases.mjs';

const found = (code) => findAliases('a.ts', `import { find, list } from './a.repo.ts';\n${code}`);

describe('aliases', () => {
  it.each([
    ['an export from another file', "export { get } from './b.ts';", 'get'],
    ['everything of another file', "export * from './b.ts';", '*'],
    ['an exported import', 'export { find as get };', 'get'],
    ['a constant', 'export const get = find;', 'get'],
    ['a function that only passes on', 'export const get = (db: Db, id: number) => find(db, id);', 'get'],
    ['a declared one', 'export async function get(db) { return await find(db); }', 'get'],
  ])('are %s', (_what, code, name) => {
    expect(found(code)).toEqual([name]);
  });

  it.each([
    ['a function that adds something', 'export const get = (db, id) => find(db, id, true);'],
    ['one that picks its arguments', 'export const get = ({ db }, id) => find(db, id);'],
    ['one that calls two', 'export const get = (db) => find(list(db));'],
    ['a private one', 'const get = (db) => find(db);'],
    ['one that calls its own', 'const own = (db) => db;\nexport const get = (db) => own(db);'],
  ])('are not %s', (_what, code) => {
    expect(found(code)).toEqual([]);
  });
});
