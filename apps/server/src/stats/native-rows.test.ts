import { describe, expect, it } from 'vitest';
import { textRuns } from '../testing/text-runs.ts';
import { type Column, nativeRows } from './native-rows.ts';

/** What became of the lines, and whether it could be done. */
function written(lines: readonly string[], columns: readonly Column[]): Written {
  const all = nativeRows(textRuns(lines, columns.length), columns);
  const blocks: Buffer[] = [];
  for (;;) {
    const { value, done } = all.next();
    if (done) return { blocks, isWhole: value };
    blocks.push(value);
  }
}
const isWritten = (value: string, type: string) =>
  written(
    [`${value}\tanother`],
    [
      { name: 'a', type },
      { name: 'b', type: 'String' },
    ],
  ).isWhole;

interface Written {
  blocks: Buffer[];
  isWhole: boolean;
}

describe('rows in the own format of ClickHouse', () => {
  it('are columns with a name, a type and their values', () => {
    const columns = [
      { name: 'id', type: 'UInt16' },
      { name: 'text', type: 'String' },
      { name: 'word', type: 'LowCardinality(String)' },
    ];
    const lines = ['258\tba/r\tx', '7\t\ty', '8\t\tx'];
    const { blocks, isWhole } = written(lines, columns);
    expect(isWhole).toBe(true);
    const number = (value: number) => [value, 0, 0, 0, 0, 0, 0, 0];
    const text = (value: string) => [value.length, ...Buffer.from(value)];
    expect([...Buffer.concat(blocks)]).toEqual([
      ...[3, 3],
      ...[...text('id'), ...text('UInt16'), 2, 1, 7, 0, 8, 0],
      ...[...text('text'), ...text('String'), ...text('ba/r'), 0, 0],
      ...[...text('word'), ...text('LowCardinality(String)'), ...number(1), ...[1, 6, 0, 0, 0, 0, 0, 0]],
      ...[...number(2), ...text('x'), ...text('y'), ...number(3), 0, 0, 1, 0, 0, 0],
    ]);
  });

  it.each([
    ['UInt8', ['0', '255', '007'], ['', '256', '-1', '1.5', '1e3', ' 1', 'one']],
    ['UInt16', ['65535'], ['65536']],
    ['UInt32', ['4294967295'], ['4294967296', '99999999999999999999999999']],
    [
      'UInt64',
      ['18446744073709551615', '999999999999999'],
      ['18446744073709551616', '', '1'.repeat(40), '12345678901234567x'],
    ],
    ['Int64', ['9223372036854775807', '0'], ['9223372036854775808', '-1']],
    ["DateTime64(3, 'UTC')", ['1779278400007'], ['1779278400', '2026-05-20 12:00:00', '9223372036854775808']],
    ['String', ['', 'a/b', 'Київ'], ['a\\\\b', 'a\\tb', '\\N', 'a\\', 'a\u0001b', 'a\u0000b']],
    ['LowCardinality(String)', ['', 'a/b'], ['a\\\\b', 'a\\tb', '\\N', 'a\u0001b']],
    ['Date', [], ['2026-05-20']],
    ['Nullable(String)', [], ['a']],
  ])('has %s in the plainest way only', (type, plain, others) => {
    expect(plain.filter((value) => !isWritten(value, type))).toEqual([]);
    expect(others.filter((value) => isWritten(value, type))).toEqual([]);
  });

  it('leaves rows alone that are shorter or longer than the columns', () => {
    const columns = ['a', 'b'].map((name) => ({ name, type: 'String' }));
    expect(written(['1\t2'], columns).isWhole).toBe(true);
    for (const lines of [['1'], ['1\t2\t3'], ['1\t2\n3'], ['1\n2'], ['1\t2', '3']]) {
      expect(written(lines, columns).isWhole).toBe(false);
    }
  });

  it('has each value whole, wherever it stands and however long it is', () => {
    const columns = ['a', 'b', 'c'].map((name) => ({ name, type: name === 'b' ? 'LowCardinality(String)' : 'String' }));
    const values = Array.from({ length: 40 }, (_, length) => 'Київ! '.repeat(8).slice(0, length));
    const rows = values.flatMap((a, index) =>
      values.map((b) => [a, b, values[(index * 7 + b.length) % values.length] ?? '']),
    );
    const { blocks, isWhole } = written(
      rows.map((row) => row.join('\t')),
      columns,
    );
    expect(isWhole).toBe(true);
    const block = readerOf(Buffer.concat(blocks));
    expect([block.length(), block.length()]).toEqual([3, rows.length]);
    for (const [column, { name, type }] of columns.entries()) {
      expect([block.text(), block.text()]).toEqual([name, type]);
      const words = type === 'String' ? undefined : block.words();
      const read = rows.map(() => (words ? words[block.short()] : block.text()));
      expect(read).toEqual(rows.map((row) => row[column]));
    }
  });
});

/** Reads a block as ClickHouse would. */
function readerOf(bytes: Buffer) {
  let at = 0;
  const length = (): number => {
    for (let [value, shift] = [0, 0]; ; shift += 7) {
      const byte = bytes[at++] as number;
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  const text = (): string => {
    const end = length() + at;
    const read = bytes.toString('utf8', at, end);
    at = end;
    return read;
  };
  const passed = (count: number): number => {
    at += count;
    return at - count;
  };
  const long = (): number => Number(bytes.readBigUInt64LE(passed(8)));
  const words = (): string[] => {
    passed(16);
    const read = Array.from({ length: long() }, text);
    passed(8);
    return read;
  };
  return { length, text, words, short: () => bytes.readUInt16LE(passed(2)) };
}
