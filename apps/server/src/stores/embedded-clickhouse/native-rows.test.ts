import { describe, expect, it } from 'vitest';
import { type Column, nativeRows } from './native-rows.ts';

/** What became of the text, and whether it could be done. */
function written(text: string, columns: readonly Column[]): { blocks: Buffer[]; isWhole: boolean } {
  const all = nativeRows(Buffer.from(text), columns);
  const blocks: Buffer[] = [];
  for (;;) {
    const { value, done } = all.next();
    if (done) return { blocks, isWhole: value };
    blocks.push(value);
  }
}
const isWritten = (value: string, type: string) => written(`${value}\n`, [{ name: 'a', type }]).isWhole;

describe('rows in the own format of ClickHouse', () => {
  it('are columns with a name, a type and their values', () => {
    const columns = [
      { name: 'id', type: 'UInt16' },
      { name: 'text', type: 'String' },
      { name: 'word', type: 'LowCardinality(String)' },
    ];
    const { blocks, isWhole } = written('258\tba\\\\r\tx\n7\t\ty\n8\t\tx\n', columns);
    expect(isWhole).toBe(true);
    const number = (value: number) => [value, 0, 0, 0, 0, 0, 0, 0];
    const text = (value: string) => [value.length, ...Buffer.from(value)];
    expect([...Buffer.concat(blocks)]).toEqual([
      ...[3, 3],
      ...[...text('id'), ...text('UInt16'), 2, 1, 7, 0, 8, 0],
      ...[...text('text'), ...text('String'), ...text('ba\\r'), 0, 0],
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
    ['String', ['', 'a\\\\b', '\\\\', 'Київ'], ['a\\tb', '\\N', 'a\\', 'a\u0001b', 'a\u0000b']],
    ['LowCardinality(String)', ['', 'a\\\\b'], ['a\\tb', '\\N', 'a\u0001b']],
    ['Date', [], ['2026-05-20']],
    ['Nullable(String)', [], ['a']],
  ])('has %s in the plainest way only', (type, plain, others) => {
    expect(plain.filter((value) => !isWritten(value, type))).toEqual([]);
    expect(others.filter((value) => isWritten(value, type))).toEqual([]);
  });

  it('leaves rows alone that are shorter or longer than the columns, or not ended', () => {
    const columns = ['a', 'b'].map((name) => ({ name, type: 'String' }));
    expect(written('1\t2\n', columns).isWhole).toBe(true);
    for (const text of ['1\n', '1\t2\t3\n', '1\t2', '1\t2\n3\n']) expect(written(text, columns).isWhole).toBe(false);
  });
});
