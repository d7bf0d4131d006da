import { describe, expect, it } from 'vitest';
import { checkStructure } from '../check-structure.mjs';
import { temporaryTree } from '../temporary-tree.mjs';

const problemsOf = (files) => checkStructure(temporaryTree(files)).problems;
const rest = (lines) => '\n'.repeat(lines - 1);
const functionOf = (lines) => `export function long() {${rest(lines)}}\n`;
const folderOf = (count) =>
  Object.fromEntries(Array.from({ length: count }, (_, place) => [`bench/src/a${place}.mjs`, 'export const a = 1;\n']));

describe('the limits of size', () => {
  it.each([
    ['a file', { 'bench/a.mjs': '\n'.repeat(300) }],
    ['a function', { 'bench/a.mjs': functionOf(80) }],
    ['a suite of tests, which has none', { 'bench/a.test.mjs': `describe('all', () => {${rest(120)}});\n` }],
    ['a folder', folderOf(25)],
    ['a folder that has folders', { ...folderOf(25), 'bench/src/more/a.mjs': 'export const a = 1;\n' }],
  ])('allow %s', (_what, files) => {
    expect(problemsOf(files)).toEqual([]);
  });

  it.each([
    ['file', { 'bench/a.mjs': '\n'.repeat(301) }, 'bench/a.mjs: 301 lines'],
    ['style sheet', { 'apps/web/src/styles/a.css': '\n'.repeat(301) }, 'apps/web/src/styles/a.css: 301 lines'],
    ['function', { 'bench/a.mjs': functionOf(81) }, 'bench/a.mjs: long in line 1 has 81 lines'],
    ['test', { 'bench/a.test.mjs': `it('works', () => {${rest(81)}});\n` }, 'bench/a.test.mjs: a function in line 1'],
    ['folder', folderOf(26), 'bench/src: 26 files'],
  ])('report a longer %s', (_what, files, message) => {
    expect(problemsOf(files)).toEqual([expect.stringContaining(message)]);
  });
});
