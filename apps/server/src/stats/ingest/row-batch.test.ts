import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { RecordFields } from './record-fields.ts';
import { type IngestTable, RowBatch, TABLES } from './row-batch.ts';

const SMALL: IngestTable = {
  table: 'small',
  columns: ['seg', 'off', 'text', 'number'],
  addedColumns: 2,
  defaults: [Buffer.from(''), Buffer.from('0')],
};

function addTo(batch: RowBatch, segment: string, bytes: Buffer, rows: { at: number; end: number; offset: number }[]) {
  const fields = new RecordFields(batch.target.defaults.length);
  for (const { at, end, offset } of rows) {
    const record = { bytes, start: at, end };
    fields.split(record);
    batch.add(segment, offset, record, fields, batch.target === TABLES.clicks && at === 0 ? 1 : 0);
  }
}

/** Records of four characters, from two reads of one segment and one of another. */
function batchOf(target: IngestTable): RowBatch {
  const batch = new RowBatch(target);
  const add = (segment: string, bytes: Buffer, firstOffset: number) => {
    const starts = Array.from({ length: bytes.length / 4 }, (_, index) => index * 4);
    const rows = starts.map((at) => ({ at, end: at + 4, offset: firstOffset + at }));
    addTo(batch, segment, bytes, rows);
  };
  add('one', Buffer.from('aaaabbbb'), 0);
  add('one', Buffer.from('cccc'), 100);
  add('two', Buffer.from('dddd'), 8);
  return batch;
}

/** Decodes a block like ClickHouse. */
function readBlock(bytes: Buffer): { columns: { name: string; type: string }[]; rows: string[][] } {
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
  const [columnCount, rowCount] = [length(), length()];
  const columns = Array.from({ length: columnCount }, () => ({
    name: text(),
    type: text(),
    values: Array.from({ length: rowCount }, text),
  }));
  expect(at).toBe(bytes.length);
  return {
    columns: columns.map(({ name, type }) => ({ name, type })),
    rows: Array.from({ length: rowCount }, (_, row) => columns.map(({ values }) => values[row] as string)),
  };
}

it('writes each row with its offset, and with its flag if the table has one', () => {
  expect(batchOf(TABLES.clicks).text().toString()).toBe(
    'one\t0\t1\taaaa\none\t4\t0\tbbbb\none\t100\t1\tcccc\ntwo\t8\t1\tdddd\n',
  );
  expect(batchOf(TABLES.pageEvents).text().toString()).toBe(
    'one\t0\taaaa\none\t4\tbbbb\none\t100\tcccc\ntwo\t8\tdddd\n',
  );
});

it('adds the time of the insert to events', () => {
  vi.useFakeTimers({ now: 1_700_000_000_999 });
  try {
    const { columns, rows } = readBlock(batchOf(TABLES.pageEvents).block());
    expect(columns.at(-1)).toEqual({ name: 'inserted_at', type: 'String' });
    expect(rows.map((row) => row.at(-1))).toEqual(Array.from({ length: 4 }, () => '1700000000'));
  } finally {
    vi.useRealTimers();
  }
});

it('encodes columns of text, with the defaults of missing fields', () => {
  const { columns, rows } = readBlock(batchOf(TABLES.clicks).block());
  expect(columns).toEqual(TABLES.clicks.columns.map((name) => ({ name, type: 'String' })));
  expect(rows.map((row) => row.slice(0, 6))).toEqual([
    ['one', '0', '1', 'aaaa', '0', '0'],
    ['one', '4', '0', 'bbbb', '0', '0'],
    ['one', '100', '1', 'cccc', '0', '0'],
    ['two', '8', '1', 'dddd', '0', '0'],
  ]);
  expect(rows.map((row) => row.at(TABLES.clicks.columns.indexOf('final_url')))).toEqual(['', '', '', '']);
});

it('keeps every value intact at any position and length', () => {
  const value = fc.oneof(
    fc.string({ unit: fc.constantFrom('a', ' ', '\u000b', '\\', 'Ї', '🖱'), maxLength: 40 }),
    fc.constantFrom('x'.repeat(127), 'x'.repeat(128), 'y'.repeat(20_000)),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(value, value), { minLength: 1, maxLength: 60 }), (values) => {
      const batch = new RowBatch(SMALL);
      const records = values.map((row) => Buffer.from(row.map((one) => one.replaceAll('\\', '\\\\')).join('\t')));
      let at = 0;
      const places = records.map(({ length }) => {
        at += length;
        return { at: at - length, end: at, offset: at };
      });
      addTo(batch, 'segment', Buffer.concat(records), places);
      const expected = values.map(([text, number], row) => ['segment', `${places[row]?.offset}`, text, number || '0']);
      expect(readBlock(batch.block()).rows).toEqual(expected);
      expect(readBlock(batch.filter((_, __, row) => row % 2 === 1).block()).rows).toEqual(
        expected.filter((_, row) => row % 2 === 1),
      );
    }),
    { numRuns: 200 },
  );
});

it('lists its ranges by segment, however often the segment was read', () => {
  expect(batchOf(TABLES.clicks).ranges()).toEqual([
    { segment: 'one', from: 0, to: 100 },
    { segment: 'two', from: 8, to: 8 },
  ]);
});

it('filters rows into a new batch', () => {
  const part = batchOf(TABLES.clicks).filter(
    (segment, offset, row) => row === 1 || (segment === 'two' && offset === 8),
  );
  expect(part.text().toString()).toBe('one\t4\t0\tbbbb\ntwo\t8\t1\tdddd\n');
  expect(readBlock(part.block()).rows.map((row) => row.slice(0, 4))).toEqual([
    ['one', '4', '0', 'bbbb'],
    ['two', '8', '1', 'dddd'],
  ]);
  expect(part.ranges().map(({ segment }) => segment)).toEqual(['one', 'two']);
});

it('grows beyond its initial capacity', () => {
  const batch = new RowBatch(TABLES.pageEvents);
  const rows = Array.from({ length: 1_000 }, (_, offset) => ({ at: 0, end: 1, offset }));
  addTo(batch, 'one', Buffer.from('x'), rows);
  expect(batch.rows).toBe(1_000);
  expect(batch.text().toString().split('\n')[999]).toBe('one\t999\tx');
  expect(readBlock(batch.block()).rows[999]?.slice(0, 3)).toEqual(['one', '999', 'x']);
  expect(batch.ranges()).toEqual([{ segment: 'one', from: 0, to: 999 }]);
});
