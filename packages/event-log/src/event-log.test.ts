import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readdirSync, readlinkSync, rmSync, statSync, truncateSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type EventLog, openEventLog } from './event-log.ts';
import { type Damage, type LogRecord, readSegment } from './read-segment.ts';

const log = pino({ level: 'silent' });
let root: string;
let dir: string;
let opened: EventLog[];

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'poklik-log-'));
  dir = join(root, 'node');
  await mkdir(dir);
  opened = [];
});
afterEach(async () => {
  await Promise.all(opened.map((eventLog) => eventLog.close()));
  await rm(root, { recursive: true, force: true });
});

function open(options: { ack?: 'write' | 'fsync'; segmentBytes?: number; folder?: string } = {}): EventLog {
  const { ack = 'write', folder = dir, ...rest } = options;
  const eventLog = openEventLog({ folder: { node: 'node', dir: folder, release: () => undefined }, ack, log, ...rest });
  opened.push(eventLog);
  return eventLog;
}

async function readFolder(folder = dir): Promise<{ records: LogRecord[]; damages: Damage[]; files: string[] }> {
  const files = (await readdir(folder)).sort();
  const records: LogRecord[] = [];
  const damages: Damage[] = [];
  for (const file of files) {
    for await (const record of readSegment(join(folder, file), 0, (damage) => damages.push(damage)))
      records.push(record);
  }
  return { records, damages, files };
}

const payloadsOf = (records: LogRecord[], kind = 'c') =>
  records.filter((record) => record.kind === kind).map(({ payload }) => payload.toString());

describe('event log', () => {
  it('keeps acknowledged records in order with kind and text', async () => {
    const eventLog = open();
    const texts = Array.from({ length: 500 }, (_, index) => `${index}\tКлік 🖱️ ${'x'.repeat(index)}`);
    expect(await Promise.all(texts.map((text) => eventLog.append('c', text)))).not.toContain(false);
    expect(await eventLog.append('e', 'impression', 'fsync')).toBe(true);
    const { records, damages } = await readFolder();
    expect(payloadsOf(records)).toEqual(texts);
    expect(payloadsOf(records, 'e')).toEqual(['impression']);
    expect(damages).toEqual([]);
  });

  it('writes the records of one tick together and shares the result', async () => {
    const eventLog = open();
    await eventLog.append('c', 'first');
    expect(eventLog.append('c', 'a')).toBe(eventLog.append('c', 'b'));
    expect(eventLog.append('c', 'c', 'fsync')).toBe(eventLog.append('c', 'd', 'fsync'));
  });

  it('starts a segment at each start and when one is full, and reads across them', async () => {
    const first = open({ segmentBytes: 4096 });
    for (let index = 0; index < 100; index += 1) await first.append('c', `${index}`.padEnd(100));
    await first.close();
    const second = open({ ack: 'fsync', segmentBytes: 4096 });
    for (let index = 100; index < 120; index += 1) await second.append('c', `${index}`.padEnd(100));
    await second.close();
    const { records, damages, files } = await readFolder();
    expect(payloadsOf(records).map(Number)).toEqual(Array.from({ length: 120 }, (_, index) => index));
    expect(files.length).toBe(first.counters.segments + second.counters.segments);
    expect(records.filter(({ kind }) => kind === '$')).toHaveLength(files.length);
    expect(damages).toEqual([]);
    for (const file of files) expect(statSync(join(dir, file)).size).toBeLessThan(4096 + 2 * 120);
  });

  it('reads on from any record', async () => {
    const eventLog = open();
    for (const text of ['a', 'b', 'c']) await eventLog.append('c', text);
    const { records, files } = await readFolder();
    for (const [index, { nextOffset }] of records.entries()) {
      const rest: LogRecord[] = [];
      for await (const record of readSegment(join(dir, files[0] ?? ''), nextOffset)) rest.push(record);
      expect(rest).toEqual(records.slice(index + 1));
    }
  });

  it('reports a truncated tail and an unreadable file', async () => {
    const eventLog = open();
    await eventLog.append('c', 'whole');
    await eventLog.append('c', 'cut off');
    await eventLog.close();
    const [file = ''] = await readdir(dir);
    truncateSync(join(dir, file), statSync(join(dir, file)).size - 14);
    const { records, damages } = await readFolder();
    expect(payloadsOf(records)).toEqual(['whole']);
    expect(damages).toEqual([{ bytes: 13 }]);
    await mkdir(join(dir, 'folder.log'));
    const told: Damage[] = [];
    for await (const _ of readSegment(join(dir, 'folder.log'), 0, (damage) => told.push(damage))) expect.unreachable();
    expect(told[0]?.error).toMatchObject({ code: 'EISDIR' });
  });

  it('rejects records that are too long or come after close, and never throws', async () => {
    const eventLog = open();
    expect(await eventLog.append('c', 'x'.repeat(300_000))).toBe(false);
    const last = eventLog.append('c', 'last');
    await eventLog.close();
    expect(await last).toBe(true);
    expect(await eventLog.append('c', 'late')).toBe(false);
    expect(eventLog.counters).toMatchObject({ recorded: 1, refused: 2 });
    expect(payloadsOf((await readFolder()).records)).toEqual(['last']);
  });

  it('starts as soon as its folder can be created', async () => {
    const folder = join(dir, 'taken');
    await writeFile(folder, 'a file in the way');
    const eventLog = open({ folder });
    expect(await eventLog.append('c', 'lost')).toBe(false);
    await rm(folder);
    await vi.waitFor(async () => expect(await eventLog.append('c', 'kept')).toBe(true), 5_000);
    expect(payloadsOf((await readFolder(folder)).records)).toContain('kept');
  });
});

/** Replaces the file that the log has open: the lowest free descriptor is the one just closed. */
function replaceOpenFile(path: string, device: string): void {
  const fd = readdirSync('/proc/self/fd').find((name) => {
    try {
      return readlinkSync(`/proc/self/fd/${name}`) === path;
    } catch {
      return false;
    }
  });
  closeSync(Number(fd));
  expect(openSync(device, 'r+')).toBe(Number(fd));
}

describe.skipIf(process.platform !== 'linux')(
  'event log on a failing disk (needs /proc and /dev/full of Linux)',
  () => {
    it.each(['write', 'fsync'] as const)(
      'acknowledges nothing after a failed write until a new segment works (%s)',
      async (ack) => {
        const eventLog = open({ ack });
        await eventLog.append('c', 'before');
        await sleep(60); // synced
        const [file = ''] = await readdir(dir);
        const before = statSync(join(dir, file));
        replaceOpenFile(join(dir, file), '/dev/full');
        expect(await Promise.all([eventLog.append('c', 'lost'), eventLog.append('c', 'lost too')])).toEqual([
          false,
          false,
        ]);
        expect(await eventLog.append('c', 'lost as well')).toBe(false);
        await vi.waitFor(async () => expect(await eventLog.append('c', 'after')).toBe(true), 5_000);
        expect(eventLog.counters.failures).toBe(1);
        expect(statSync(join(dir, file)).size).toBe(before.size);
        const { records, files } = await readFolder();
        expect(files).toHaveLength(2);
        expect(payloadsOf(records)).toEqual(['before', 'after']);
      },
    );

    it('acknowledges nothing after a failed sync until a new segment works', async () => {
      const eventLog = open();
      await eventLog.append('c', 'before');
      await sleep(60);
      const [file = ''] = await readdir(dir);
      // Writing there succeeds, syncing fails.
      replaceOpenFile(join(dir, file), '/dev/null');
      expect(await eventLog.append('c', 'asks for a sync', 'fsync')).toBe(false);
      expect(await eventLog.append('c', 'lost')).toBe(false);
      await vi.waitFor(async () => expect(await eventLog.append('c', 'after')).toBe(true), 5_000);
      const { records, files } = await readFolder();
      expect(files).toHaveLength(2);
      expect(payloadsOf(records)).toEqual(['before', 'after']);
    });

    it('notices a failed sync without pending appends', async () => {
      const eventLog = open();
      await eventLog.append('c', 'before');
      await sleep(60);
      const [file = ''] = await readdir(dir);
      replaceOpenFile(join(dir, file), '/dev/null');
      await eventLog.append('c', 'acknowledged before the sync');
      await vi.waitFor(() => expect(eventLog.counters.failures).toBe(1), 1_000);
      expect(await eventLog.append('c', 'lost')).toBe(false);
    });
  },
);

const isRoot = process.platform === 'linux' && process.getuid?.() === 0;

describe.skipIf(!isRoot)('event log on a full disk (needs root to mount a small disk)', () => {
  it('rejects records, loses nothing acknowledged, and recovers within 10 s', async () => {
    const volume = mkdtempSync(join(tmpdir(), 'poklik-small-'));
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', volume]);
    try {
      const folder = join(volume, 'node');
      const eventLog = open({ folder });
      const acknowledged: string[] = [];
      let refused = 0;
      let count = 0;
      const appendSome = async () => {
        const texts = Array.from({ length: 20 }, (_, index) => `${count + index}`.padEnd(400, '.'));
        count += 20;
        const answers = await Promise.all(texts.map((text) => eventLog.append('c', text)));
        acknowledged.push(...texts.filter((_, index) => answers[index]));
        refused += answers.filter((answer) => !answer).length;
      };
      while (refused < 1_000) {
        await appendSome();
        if (refused > 0) await sleep(5);
      }
      expect(acknowledged.length).toBeGreaterThan(3_000);

      const freedAt = Date.now();
      execFileSync('mount', ['-o', 'remount,size=16m', volume]);
      await vi.waitFor(async () => expect(await eventLog.append('c', 'room again')).toBe(true), 10_000);
      const back = Date.now() - freedAt;
      for (let round = 0; round < 50; round += 1) await appendSome();
      await eventLog.close();

      const { records } = await readFolder(folder);
      const kept = payloadsOf(records).filter((text) => text !== 'room again');
      expect(kept).toEqual(acknowledged);
      expect(back).toBeLessThan(10_000);
    } finally {
      await Promise.all(opened.map((eventLog) => eventLog.close()));
      execFileSync('umount', [volume]);
      rmSync(volume, { recursive: true });
    }
  }, 60_000);
});
