import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Cell, csvText, unescapeCell } from './csv-text.ts';

const MARK = '\uFEFF';
const sign = fc.constantFrom('a', '1', '=', '-', '+', '@', '"', "'", ',', ';', '\n', '\r', '\t', 'ї', ' ');
const one = (cell: Cell, language: 'ua' | 'en' = 'en') => csvText([[cell]], language).slice(MARK.length, -2);

describe('CSV cell', () => {
  it.each<[string, Cell, string]>([
    ['a text', 'plain', 'plain'],
    ['nothing', null, ''],
    ['a number', 1234.5, '1234.5'],
    ['a loss, which is no formula', '-12.50', '-12.50'],
    ['a formula', '=1+1', "'=1+1"],
    ['a formula that begins with a minus', '-1+1', "'-1+1"],
    ['a command', '@SUM(A1)', "'@SUM(A1)"],
    ['a formula behind a tab', '\t=1', '"\'\t=1"'],
    ['a formula behind a new line', '\n=1', '"\'\n=1"'],
    ['a formula in full-width characters', '＝1+1', "'＝1+1"],
    ['the separator of another language', 'a;=1', '"a;=1"'],
    ['a quote', 'say "hi"', '"say ""hi"""'],
    ['a separator', 'a,b', '"a,b"'],
    ['a new line', 'a\nb', '"a\nb"'],
    ['a formula with a quote', '=HYPERLINK("x")', '"\'=HYPERLINK(""x"")"'],
  ])('with %s keeps its value', (_, cell, expected) => {
    expect(one(cell)).toBe(expected);
  });

  it('uses the separator of the user’s spreadsheet', () => {
    expect(csvText([['a', 'b']], 'ua')).toBe(`${MARK}a;b\r\n`);
    expect(csvText([['a', 'b']], 'en')).toBe(`${MARK}a,b\r\n`);
    expect(one('a;b', 'ua')).toBe('"a;b"');
  });

  it('is never a formula, and its value can be restored', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.string({ unit: sign, maxLength: 8 }), { minLength: 1, maxLength: 3 }), { maxLength: 4 }),
        (rows) => {
          const read = parse(csvText(rows, 'en').slice(MARK.length));
          for (const cell of read.flat()) expect(/^[=+\-@\t\r\n]/.test(cell) && Number.isNaN(Number(cell))).toBe(false);
          expect(read.map((row) => row.map(unescapeCell))).toEqual(rows.map((row) => row.map(unescapeCell)));
        },
      ),
    );
  });
});

/** A separate parser, so that the writer is not tested with itself. */
function parse(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] as string;
    if (quoted) {
      if (sign !== '"') cell += sign;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (sign === '"') quoted = true;
    else if (sign === ',') {
      row.push(cell);
      cell = '';
    } else if (sign === '\r' && text[at + 1] === '\n') {
      rows.push([...row, cell]);
      row = [];
      cell = '';
      at += 1;
    } else cell += sign;
  }
  return rows;
}
