import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSnapshot, type SnapshotEntry } from './snapshot.ts';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'poklik-snapshot-'));
  path = join(folder, 'tracker', 'campaigns.jsonl');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const open = () => openSnapshot(path, pino({ level: 'silent' }));
const campaign = (id: number, packed: string): SnapshotEntry => ({
  kind: 'campaign',
  id,
  value: { id, key: `k${id}`, accountId: 1, version: 1, mark: '1', packed, postbackKey: 'p' },
});

async function latest(): Promise<Map<string, unknown>> {
  const found = new Map<string, unknown>();
  const snapshot = open();
  await snapshot.read(({ kind, id, value }) => found.set(`${kind} ${id}`, value));
  await snapshot.close();
  return found;
}

describe('snapshot', () => {
  it('is empty if it was never written', async () => {
    expect(await latest()).toEqual(new Map());
  });

  it('returns the latest state of everything', async () => {
    const snapshot = open();
    snapshot.put(campaign(1, 'old'));
    snapshot.put(campaign(2, 'line\u2028separator'));
    snapshot.put(campaign(1, 'new'));
    const rows = [{ id: 5, campaignId: null, range: '10.0.0.0/8', block: true }];
    snapshot.put({ kind: 'black_list', id: 1, value: { mark: '1 5 5', rows } });
    snapshot.put({ kind: 'campaign', id: 3, value: null });
    await snapshot.close();
    const found = await latest();
    expect(found.get('campaign 1')).toMatchObject({ packed: 'new' });
    expect(found.get('campaign 2')).toMatchObject({ packed: 'line\u2028separator' });
    expect(found.get('campaign 3')).toBeNull();
    expect(found.get('black_list 1')).toEqual({ mark: '1 5 5', rows });
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it('of a second tracker starts as a copy and is a file of its own', async () => {
    const [first, second] = [open(), open()];
    first.put(campaign(1, 'shared'));
    await first.close();
    await first.read(() => undefined);
    const read: number[] = [];
    await second.read(({ id }) => read.push(id));
    second.put(campaign(2, 'second'));
    first.put(campaign(3, 'first'));
    await Promise.all([first.close(), second.close()]);
    expect(read).toEqual([1]);
    expect([...(await latest()).keys()]).toEqual(['campaign 1', 'campaign 3']);
  });

  it('stays small however often things change', async () => {
    const snapshot = open();
    const text = 'x'.repeat(100_000);
    for (let turn = 0; turn < 300; turn += 1) snapshot.put(campaign(1 + (turn % 3), `${turn} ${text}`));
    snapshot.put({ kind: 'campaign', id: 3, value: null });
    await snapshot.close();
    expect((await stat(path)).size).toBeLessThan(20_000_000);
    const again = open();
    for (let turn = 0; turn < 100; turn += 1) again.put(campaign(1, `later ${turn} ${text}`));
    await again.close();
    const found = await latest();
    expect(found.get('campaign 1')).toMatchObject({ packed: expect.stringMatching(/^later 99 /) });
    expect(found.get('campaign 2')).toMatchObject({ packed: expect.stringMatching(/^298 /) });
    expect(found.get('campaign 3') ?? null).toBeNull();
    expect((await readFile(path, 'utf8')).length).toBeLessThan(20_000_000);
  });
});
