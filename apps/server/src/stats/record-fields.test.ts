import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RecordFields } from './record-fields.ts';

const COLUMNS = 4;
/** Characters that matter, and some that look like them to whoever reads several at once. */
const character = fc.constantFrom(
  '\t',
  '\n',
  '\\',
  '\u0000',
  '\u0001',
  '\u000b',
  '\u001f',
  'a',
  '0',
  ']',
  '[',
  'Ї',
  '🖱',
);
const line = fc.string({ unit: character, maxLength: 24 });

describe('the fields of a record', () => {
  it('are what stands between the tabs, wherever the record stands', () => {
    const fields = new RecordFields(COLUMNS);
    const frame = fc.nat({ max: 9 });
    fc.assert(
      fc.property(line, frame, frame, (text, before, behind) => {
        const bytes = Buffer.from(`${'\t'.repeat(before)}${text}${'\t'.repeat(behind)}`);
        const isPlain = fields.find(bytes, before, bytes.length - behind);
        const expected = text.split('\t');
        const found = Array.from({ length: COLUMNS }, (_, column) => {
          const [start, next] = [fields.bounds[column] as number, fields.bounds[column + 1] as number];
          return bytes.toString('utf8', start, next - 1);
        });
        // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it is about.
        const isEveryItself = !/[\u0000-\u0008\n\\]/.test(text);
        expect(isPlain).toBe(isEveryItself && expected.length === COLUMNS);
        if (expected.length === COLUMNS) expect(found).toEqual(expected);
      }),
      { numRuns: 2_000 },
    );
  });

  it('are empty, and count as 0, where the record of an older release has none', () => {
    const fields = new RecordFields(COLUMNS);
    const bytes = Buffer.from('before12\t345behind');
    expect(fields.find(bytes, 6, 12)).toBe(false);
    expect([0, 1, 2, 3].map((column) => fields.number(column))).toEqual([12, 345, 0, 0]);
  });
});
