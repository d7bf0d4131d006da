import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openEventLog } from './event-log.ts';
import * as segmentFile from './segment-file.ts';

vi.mock('./segment-file.ts', async (original) => {
  const real = await original<typeof import('./segment-file.ts')>();
  return { ...real, writeAll: vi.fn(real.writeAll), syncSegment: vi.fn(real.syncSegment) };
});

it('does not acknowledge a batch whose segment failed while the batch was being written', async () => {
  const root = await mkdtemp(join(tmpdir(), 'poklik-log-'));
  const dir = join(root, 'node');
  await mkdir(dir);
  const log = pino({ level: 'silent' });
  const eventLog = openEventLog({ folder: { node: 'node', dir, release: () => undefined }, ack: 'write', log });
  onTestFinished(async () => {
    await eventLog.close();
    await rm(root, { recursive: true, force: true });
  });
  expect(await eventLog.append('c', 'before', 'fsync')).toBe(true);

  let failSync: (error: Error) => void = () => undefined;
  let finishWrite = (): void => undefined;
  vi.mocked(segmentFile.syncSegment).mockReturnValueOnce(new Promise((_, reject) => (failSync = reject)));
  const synced = eventLog.append('c', 'waits for the sync', 'fsync');
  await vi.waitFor(() => expect(segmentFile.syncSegment).toHaveBeenCalledTimes(2));
  vi.mocked(segmentFile.writeAll).mockReturnValueOnce(new Promise((resolve) => (finishWrite = resolve)));
  const written = eventLog.append('c', 'written while the sync fails');
  await vi.waitFor(() => expect(segmentFile.writeAll).toHaveBeenCalledTimes(3));
  failSync(new Error('EIO'));
  expect(await synced).toBe(false);
  finishWrite();
  expect(await written).toBe(false);
});
