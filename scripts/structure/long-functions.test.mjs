import { describe, expect, it } from 'vitest';
import { longFunctions } from './long-functions.mjs';

const rest = '\n'.repeat(4);
const found = (path, text) => longFunctions(path, text, 4);

describe('long functions', () => {
  it.each([
    ['a declaration', 'a.mjs', `\nfunction long() {${rest}}`, { name: 'long', line: 2, lines: 5 }],
    ['a component', 'a.tsx', `export const Long = () => (<p>${rest}</p>);`, { name: 'Long', line: 1, lines: 5 }],
    ['a generic function', 'a.ts', `function long<T>(value: T) {${rest}}`, { name: 'long', line: 1, lines: 5 }],
    ['a method', 'a.ts', `class Store { open() {${rest}} }`, { name: 'open', line: 1, lines: 5 }],
    ['a property', 'a.ts', `const store = { open: async () => {${rest}} };`, { name: 'open', line: 1, lines: 5 }],
    [
      'a test',
      'a.ts',
      `describe('all', () => { it('works', () => {${rest}}); });`,
      { name: 'a function', line: 1, lines: 5 },
    ],
  ])('%s', (_what, path, text, expected) => {
    expect(found(path, text)).toEqual([expected]);
  });

  it('are named with those around them', () => {
    const names = found('a.ts', `function outer() {\nconst inner = () => {${rest}};\n}`).map(({ name }) => name);
    expect(names).toEqual(['outer', 'inner']);
  });

  it.each([
    ['a function of the allowed length', `function fine() {${'\n'.repeat(3)}}\n\n\n`],
    ['a suite of tests', `describe('all', () => {${rest}});`],
    ['a suite that can be skipped', `describe.skipIf(true)('all', () => {${rest}});`],
    ['a suite of the browser tests', `test.describe('all', () => {${rest}});`],
  ])('are not %s', (_what, text) => {
    expect(found('a.test.ts', text)).toEqual([]);
  });

  it('can not be found in a file with a syntax error', () => {
    expect(() => found('a.ts', `function {${rest}`)).toThrow('a.ts: ');
  });
});
