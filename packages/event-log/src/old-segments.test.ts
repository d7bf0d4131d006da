import { appendFile, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openEventLog } from './event-log.ts';
import { listSegments } from './list-segments.ts';
import { type Damage, type LogRecord, readSegment } from './read-segment.ts';

/** Written by the first release: named by time, and with its initial checksum. */
const FIRST_RELEASE = {
  name: '20261118T194844732Z-a65a60ed0390e626',
  bytes: Buffer.from(
    '/x6ly+rMXj0AAHsiZm9ybWF0IjoxLCJzZWdtZW50IjoiMjAyNjExMThUMTk0ODQ0NzMyWi1hNjVhNjBlZDAzOTBlNjI2In3/Hucl1Q5jBQAAZmly' +
      'c3T/Ho9deEpjEAAA0JrQu9GW0Log8J+Wse+4j/8ez0bG8mMFAAB0aGlyZP8eCSRo0WUKAABpbXByZXNzaW9u/x7PE6xUJAAAAA==',
    'base64',
  ),
};
const RECORDS = ['c first', 'c Клік 🖱️', 'c third', 'e impression'];

let root: string;
let path: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'poklik-old-log-'));
  await mkdir(join(root, 'node'));
  path = join(root, 'node', `${FIRST_RELEASE.name}.log`);
  await writeFile(path, FIRST_RELEASE.bytes);
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function read(from = 0): Promise<{ records: LogRecord[]; damages: Damage[] }> {
  const records: LogRecord[] = [];
  const damages: Damage[] = [];
  for await (const record of readSegment(path, from, (damage) => damages.push(damage))) records.push(record);
  return { records, damages };
}

const contentsOf = (records: readonly LogRecord[]) =>
  records.filter(({ kind }) => !'^$'.includes(kind)).map(({ kind, payload }) => `${kind} ${payload}`);

it('reads a segment of the first release, also from the middle', async () => {
  const { records, damages } = await read();
  expect(contentsOf(records)).toEqual(RECORDS);
  expect(records.at(-1)?.kind).toBe('$');
  expect(damages).toEqual([]);
  for (const [index, { nextOffset }] of records.entries()) {
    expect((await read(nextOffset)).records).toEqual(records.slice(index + 1));
  }
});

it('reads the other records of such a segment if its start is damaged', async () => {
  const damaged = Buffer.from(FIRST_RELEASE.bytes);
  damaged.fill(0, 20, 30);
  await writeFile(path, damaged);
  const { records, damages } = await read();
  expect(contentsOf(records)).toEqual(RECORDS);
  expect(damages).toEqual([{ bytes: 71 }]);
});

it('does not accept such a record at another offset', async () => {
  const { records } = await read();
  const { offset, nextOffset } = records[1] ?? { offset: 0, nextOffset: 0 };
  await appendFile(path, FIRST_RELEASE.bytes.subarray(offset, nextOffset));
  const again = await read();
  expect(again.records).toEqual(records);
  expect(again.damages).toEqual([{ bytes: nextOffset - offset }]);
});

it('sorts before the segments that this release writes', async () => {
  const folder = { node: 'node', dir: join(root, 'node'), release: () => undefined };
  const eventLog = openEventLog({ folder, ack: 'write', log: pino({ level: 'silent' }) });
  await eventLog.append('c', 'new');
  await eventLog.close();
  const segments = await listSegments(root);
  expect(segments.map(({ segment }) => segment)).toEqual([
    FIRST_RELEASE.name,
    expect.stringMatching(/^s000000000001-/),
  ]);
  expect((await stat(path)).size).toBe(FIRST_RELEASE.bytes.length);
});
