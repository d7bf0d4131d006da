import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Column, Columns } from './columns.ts';

const LEADING = [
  { name: 'seg', type: 'LowCardinality(String)' },
  { name: 'off', type: 'UInt32' },
];
const LEADING_COUNT = LEADING.length;

/** Encodes the lines that can be added, and says which ones were. */
function encodeLines(lines: readonly string[], columns: readonly Column[]): { blocks: Buffer[]; added: boolean[] } {
  const all = new Columns([...LEADING, ...columns], LEADING_COUNT);
  const blocks: (Buffer | undefined)[] = [];
  const added = lines.map((line, index) => {
    // Surrounded by special characters that do not belong to the record.
    const bytes = Buffer.from(`\\\t${line}\t\\`);
    const canAdd = all.read({ bytes, start: 2, end: bytes.length - 2 });
    if (canAdd) blocks.push(all.add('segment', index, 0));
    return canAdd;
  });
  return { blocks: [...blocks, all.finish()].filter((block) => block !== undefined), added };
}

const isAccepted = (value: string, type: string): boolean =>
  encodeLines([value], [{ name: 'a', type }]).added[0] as boolean;

describe('Columns', () => {
  it('encodes names, types and values', () => {
    const columns = [
      { name: 'id', type: 'UInt16' },
      { name: 'text', type: 'String' },
      { name: 'word', type: 'LowCardinality(String)' },
    ];
    const { blocks, added } = encodeLines(['258\tba/r\tx', '7\t\ty', '8\t\tx'], columns);
    expect(added).toEqual([true, true, true]);
    const number = (value: number) => [value, 0, 0, 0, 0, 0, 0, 0];
    const text = (value: string) => [value.length, ...Buffer.from(value)];
    const words = [...text('LowCardinality(String)'), ...number(1), ...[1, 6, 0, 0, 0, 0, 0, 0]];
    expect([...Buffer.concat(blocks)]).toEqual([
      ...[5, 3],
      ...[...text('seg'), ...words, ...number(1), ...text('segment'), ...number(3), 0, 0, 0, 0, 0, 0],
      ...[...text('off'), ...text('UInt32'), 0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0],
      ...[...text('id'), ...text('UInt16'), 2, 1, 7, 0, 8, 0],
      ...[...text('text'), ...text('String'), ...text('ba/r'), 0, 0],
      ...[...text('word'), ...words, ...number(2), ...text('x'), ...text('y'), ...number(3), 0, 0, 1, 0, 0, 0],
    ]);
  });

  it.each([
    ['UInt8', ['0', '255', '007'], ['', '256', '-1', '1.5', '1e3', ' 1', 'one']],
    ['UInt16', ['65535'], ['65536']],
    ['UInt32', ['4294967295'], ['4294967296', '99999999999999999999999999']],
    [
      'UInt64',
      ['18446744073709551615', '999999999999999'],
      ['18446744073709551616', '99999999999999999999', '', '1'.repeat(40), '12345678901234567x'],
    ],
    ['Int64', ['9223372036854775807', '0'], ['9223372036854775808', '-1']],
    ["DateTime64(3, 'UTC')", ['1779278400007'], ['1779278400', '2026-05-20 12:00:00', '9223372036854775808']],
    ['String', ['', 'a/b', 'Київ'], ['a\\\\b', 'a\\tb', '\\N', 'a\\', 'a\u0001b', 'a\u0000b', 'a\tb', 'a\nb']],
    ['LowCardinality(String)', ['', 'a/b'], ['a\\\\b', 'a\\tb', '\\N', 'a\u0001b']],
  ])('accepts only unescaped values of %s', (type, plain, others) => {
    expect(plain.filter((value) => !isAccepted(value, type))).toEqual([]);
    expect(others.filter((value) => isAccepted(value, type))).toEqual([]);
  });

  it('rejects unknown types', () => {
    expect(() => isAccepted('2026-05-20', 'Date')).toThrow('Date');
    expect(() => isAccepted('a', 'Nullable(String)')).toThrow('Nullable(String)');
  });

  it('rejects records with missing or extra fields, whose fields stay readable', () => {
    const columns = ['a', 'b'].map((name) => ({ name, type: 'UInt16' }));
    expect(encodeLines(['1\t2', '1', '1\t2\t3', '', '3\t4'], columns).added).toEqual([true, false, false, false, true]);
    const all = new Columns([...LEADING, ...columns], LEADING_COUNT);
    expect(all.read({ bytes: Buffer.from('12'), start: 0, end: 2 })).toBe(false);
    expect([all.number(LEADING_COUNT), all.number(LEADING_COUNT + 1)]).toEqual([12, 0]);
  });

  it('keeps every value intact at any position and length', () => {
    const columns = ['a', 'b', 'c'].map((name) => ({ name, type: name === 'b' ? 'LowCardinality(String)' : 'String' }));
    const character = fc.constantFrom('a', ' ', '\u000b', '[', ']', 'Ї', '🖱');
    const value = fc.oneof(
      fc.string({ unit: character, maxLength: 40 }),
      fc.constantFrom('x'.repeat(127), 'y'.repeat(20_000)),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(value, value, value), { minLength: 1, maxLength: 60 }), (rows) => {
        const { blocks, added } = encodeLines(
          rows.map((row) => row.join('\t')),
          columns,
        );
        expect(added).not.toContain(false);
        expect(blocks.flatMap((block) => readBlock(block, columns))).toEqual(rows);
      }),
      { numRuns: 200 },
    );
  });

  it('starts a new block when one is full', () => {
    const columns = [{ name: 'a', type: 'LowCardinality(String)' }];
    const lines = Array.from({ length: 40_000 }, (_, row) => `${row}`);
    const { blocks } = encodeLines(lines, columns);
    expect(blocks).toHaveLength(3);
    expect(blocks.flatMap((block) => readBlock(block, columns))).toEqual(lines.map((line) => [line]));
    const large = encodeLines(
      Array.from({ length: 200 }, () => 'x'.repeat(200_000)),
      [{ name: 'a', type: 'String' }],
    );
    expect(large.blocks.map((block) => block.length > 20_000_000)).toEqual(large.blocks.map(() => false));
  });
});

/** Decodes a block like ClickHouse, without segment and offset. */
function readBlock(bytes: Buffer, columns: readonly Column[]): string[][] {
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
  const words = (): string[] => {
    passed(16);
    const read = Array.from({ length: Number(bytes.readBigUInt64LE(passed(8))) }, text);
    passed(8);
    return read;
  };
  expect(length()).toBe(LEADING.length + columns.length);
  const rows = length();
  const read = [...LEADING, ...columns].map(({ name, type }) => {
    expect([text(), text()]).toEqual([name, type]);
    if (type === 'UInt32') return Array.from({ length: rows }, () => String(bytes.readUInt32LE(passed(4))));
    const own = type === 'String' ? undefined : words();
    return Array.from({ length: rows }, () => (own ? (own[bytes.readUInt16LE(passed(2))] as string) : text()));
  });
  expect(at).toBe(bytes.length);
  return Array.from({ length: rows }, (_, row) => read.slice(LEADING_COUNT).map((column) => column[row] as string));
}
