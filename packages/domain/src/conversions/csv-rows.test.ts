import { describe, expect, it } from 'vitest';
import { csvRows } from './csv-rows.ts';

const cells = (text: string) => [...csvRows(text)].map((row) => row.cells);

describe('CSV file', () => {
  it.each<[string, string, string[][]]>([
    [
      'with commas',
      'a,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'with semicolons and a mark',
      '\uFEFFa;b\r\n1;2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'with tabs',
      'a\tb\n1\t2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'with quotes',
      'a,b\n"1,5","say ""hi"""\n',
      [
        ['a', 'b'],
        ['1,5', 'say "hi"'],
      ],
    ],
    [
      'with empty lines',
      '\n\na,b\n\n1,\n',
      [
        ['a', 'b'],
        ['1', ''],
      ],
    ],
    [
      'with a line inside a cell',
      'a,b\n"x\ny",2',
      [
        ['a', 'b'],
        ['x\ny', '2'],
      ],
    ],
    ['that is empty', '', []],
  ])('%s is parsed', (_, text, expected) => {
    expect(cells(text)).toEqual(expected);
  });

  it('reports the line of each row', () => {
    expect([...csvRows('a,b\n"x\ny",2\n\n3,4')].map(({ line }) => line)).toEqual([1, 2, 5]);
  });
});
