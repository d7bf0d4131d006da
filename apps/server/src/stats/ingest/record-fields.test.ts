import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RecordFields } from './record-fields.ts';

/** The texts of the fields, surrounded by special characters that do not belong to the record. */
function split(record: string, fieldCount: number): { fields: RecordFields; texts: string[] } {
  const bytes = Buffer.from(`\\\t${record}\t\\`);
  const fields = new RecordFields(fieldCount);
  fields.split({ bytes, start: 2, end: bytes.length - 2 });
  const texts = Array.from(fields.starts, (start, field) => fields.bytes.toString('utf8', start, fields.ends[field]));
  return { fields, texts };
}

describe('fields of a record', () => {
  it.each([
    ['as they are', 'a\tЇж\t🖱️', ['a', 'Їж', '🖱️']],
    ['empty', '\t\t', ['', '', '']],
    ['missing, as in older releases', 'a\tb', ['a', 'b', '']],
    ['all missing', '', ['', '', '']],
    ['more than are known', 'a\tb\tc\td\\\\\te', ['a', 'b', 'c']],
    ['with backslashes', 'C:\\\\a\\\\\tb\t\\\\\\\\', ['C:\\a\\', 'b', '\\\\']],
    ['with text that only looks like an escape', '\\\\t\t\\\\N\t\\t', ['\\t', '\\N', '\\t']],
  ])('%s', (_, record, texts) => {
    expect(split(record, 3).texts).toEqual(texts);
  });

  it('are what the tracker wrote, whatever it is', () => {
    const character = fc.constantFrom('a', '\\', 'n', 't', ' ', '\u000b', 'Ї', '🖱');
    const text = fc.oneof(fc.string({ unit: character, maxLength: 30 }), fc.constantFrom('y'.repeat(20_000), '\\'));
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 40 }), (texts) => {
        const record = texts.map((one) => one.replaceAll('\\', '\\\\')).join('\t');
        expect(split(record, texts.length).texts).toEqual(texts);
      }),
      { numRuns: 200 },
    );
  });

  it.each([
    ['0', 0],
    ['007', 7],
    ['1779278400007', 1_779_278_400_007],
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
    ['9007199254740992', 0],
    ['99999999999999999999999999', 0],
    ['', 0],
    ['-1', 0],
    ['1.5', 0],
    ['one', 0],
  ])('number of %j', (text, number) => {
    expect(split(`x\t${text}\ty`, 3).fields.number(1)).toBe(number);
  });
});
