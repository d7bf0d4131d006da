import { expect, it } from 'vitest';
import { type IngestTable, RowBatch, TABLES } from './row-batch.ts';

/** Records of four characters, from two reads of one segment and one of another. */
function batchOf(target: IngestTable): RowBatch {
  const batch = new RowBatch(target);
  const add = (segment: string, bytes: Buffer, firstOffset: number) => {
    for (let start = 0; start < bytes.length; start += 4) {
      const record = { bytes, start, end: start + 4 };
      batch.add(segment, firstOffset + start, record, target === TABLES.clicks && start === 0 ? 1 : 0);
    }
  };
  add('one', Buffer.from('aaaabbbb'), 0);
  add('one', Buffer.from('cccc'), 100);
  add('two', Buffer.from('dddd'), 8);
  return batch;
}

it('writes each row with its offset, and with its flag if the table has one', () => {
  expect(batchOf(TABLES.clicks).text().toString()).toBe(
    'one\t0\t1\taaaa\none\t4\t0\tbbbb\none\t100\t1\tcccc\ntwo\t8\t1\tdddd\n',
  );
  expect(batchOf(TABLES.pageEvents).text().toString()).toBe(
    'one\t0\taaaa\none\t4\tbbbb\none\t100\tcccc\ntwo\t8\tdddd\n',
  );
});

it('lists its ranges by segment, however often the segment was read', () => {
  expect(batchOf(TABLES.clicks).ranges()).toEqual([
    { segment: 'one', from: 0, to: 100 },
    { segment: 'two', from: 8, to: 8 },
  ]);
});

it('filters rows into a batch without blocks', () => {
  const batch = batchOf(TABLES.clicks);
  batch.blocks.push(Buffer.from('columns'));
  const part = batch.filter((segment, offset, row) => row === 1 || (segment === 'two' && offset === 8));
  expect(part.text().toString()).toBe('one\t4\t0\tbbbb\ntwo\t8\t1\tdddd\n');
  expect([part.rows, part.blocks]).toEqual([2, []]);
  expect(part.ranges().map(({ segment }) => segment)).toEqual(['one', 'two']);
});

it('grows beyond its initial capacity', () => {
  const batch = new RowBatch(TABLES.pageEvents);
  const bytes = Buffer.from('x');
  for (let row = 0; row < 1_000; row += 1) batch.add('one', row, { bytes, start: 0, end: 1 });
  expect(batch.rows).toBe(1_000);
  expect(batch.text().toString().split('\n')[999]).toBe('one\t999\tx');
  expect(batch.ranges()).toEqual([{ segment: 'one', from: 0, to: 999 }]);
});
