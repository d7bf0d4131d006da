import type { Campaign } from '@poklik/contract/campaigns';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CampaignCalls, createCampaignCalls, rules } from './campaigns.fixture.ts';

let calls: CampaignCalls;
beforeAll(async () => {
  calls = await createCampaignCalls();
});
afterAll(() => calls.close());
beforeEach(() => calls.empty());

describe('saving', () => {
  it('creates a version with author, settings and changed fields', async () => {
    const { id } = await calls.created();
    await calls.put(id, { sticky: true, version: 1 });
    const saved = await calls.put(id, { sticky: true, name: 'Autumn', tags: ['a'], version: 2 });
    expect(saved.json().data).toMatchObject({ version: 3, name: 'Autumn', sticky: true });
    const { data, meta } = await calls.versions(id);
    expect(meta.total).toBe(3);
    expect(data).toMatchObject([
      {
        version: 3,
        author: { id: calls.owner.id, email: calls.owner.email },
        changed: ['name', 'tags'],
        settings: { name: 'Autumn' },
      },
      { version: 2, changed: ['sticky'] },
      { version: 1, changed: [] },
    ]);
    const [last] = (await calls.versions(id, '?per_page=1')).data;
    expect(last).toMatchObject({ version: 3, changed: ['name', 'tags'] });
  });

  it('creates no version without changes', async () => {
    const campaign = await calls.created({
      tags: ['a'],
      ...rules({ values: ['DE'], operator: 'in', dimension: 'country' }),
    });
    const again = await calls.product.call('PUT', `/companies/${campaign.id}`, {
      token: calls.owner.token,
      body: campaign,
    });
    expect(again.json().data).toMatchObject({ version: 1, updated_at: campaign.updated_at });
    expect((await calls.versions(campaign.id)).meta.total).toBe(1);
  });

  it('rejects an outdated version and changes nothing', async () => {
    const { id } = await calls.created();
    await calls.put(id, { notes: 'of a colleague', version: 1 });
    const late = await calls.put(id, { notes: 'mine', version: 1 });
    expect(late.statusCode).toBe(409);
    expect(late.json().code).toBe('version_conflict');
    expect((await calls.get(id)).json().data).toMatchObject({ notes: 'of a colleague', version: 2 });
  });

  it('accepts one of several concurrent saves', async () => {
    const { id } = await calls.created();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => calls.put(id, { notes: `note ${index}`, version: 1 })),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(7).fill(409)]);
    expect((await calls.versions(id)).meta.total).toBe(2);
  });

  it('keeps the key and the postback key', async () => {
    const before = await calls.created();
    const after: Campaign = (await calls.put(before.id, { name: 'Other' })).json().data;
    expect([after.key, after.postback_key]).toEqual([before.key, before.postback_key]);
  });
});

describe('restoring', () => {
  it('saves the old settings as the newest version', async () => {
    const { id } = await calls.created({ notes: 'first' });
    await calls.put(id, { notes: 'second' });
    const restored = await calls.restore(id, 1);
    expect(restored.json().data).toMatchObject({ version: 3, notes: 'first' });
    expect((await calls.versions(id)).data[0]).toMatchObject({ version: 3, changed: ['notes'] });
  });

  it('returns 404 for a missing version', async () => {
    const { id } = await calls.created();
    expect((await calls.restore(id, 7)).statusCode).toBe(404);
  });

  it('rejects a name that is taken by now', async () => {
    const { id } = await calls.created();
    await calls.put(id, { name: 'Autumn' });
    await calls.created({ name: 'summer' });
    const answer = await calls.restore(id, 1);
    expect(answer.statusCode).toBe(422);
    expect(Object.keys(answer.json().errors)).toEqual(['name']);
  });
});

describe('cloning', () => {
  it('creates a draft with the next free name and new keys', async () => {
    await calls.setTariff('business');
    const original = await calls.created({ notes: 'kept', tags: ['a'] });
    const clone = async (id: number): Promise<Campaign> => (await calls.clone(id)).json().data;
    const [second, third] = [await clone(original.id), await clone(original.id)];
    expect(second).toMatchObject({ name: 'Summer (2)', status: 'draft', version: 1, notes: 'kept', tags: ['a'] });
    expect(third.name).toBe('Summer (3)');
    expect((await clone(second.id)).name).toBe('Summer (4)');
    expect(new Set([original.key, second.key, third.key]).size).toBe(3);
    expect(second.postback_key).not.toBe(original.postback_key);
  });
});

describe('bulk actions', () => {
  it('change the caller’s campaigns and return the count', async () => {
    await calls.setTariff('business');
    const [one, two] = [await calls.created({ name: 'One' }), await calls.created({ name: 'Two', status: 'paused' })];
    const theirs = await calls.created({ name: 'Theirs' }, calls.stranger);
    const answer = await calls.bulk({ ids: [one.id, two.id, theirs.id, 999_999], action: 'pause' });
    expect(answer.json()).toEqual({ message: '1 campaign changed.', data: { changed: 1 } });
    expect((await calls.get(one.id)).json().data).toMatchObject({ status: 'paused', version: 2 });
    expect((await calls.get(two.id)).json().data).toMatchObject({ status: 'paused', version: 1 });
    expect((await calls.get(theirs.id, calls.stranger)).json().data).toMatchObject({ status: 'active', version: 1 });
  });

  it('add and remove a tag case-insensitively, up to ten', async () => {
    const full = await calls.created({ name: 'Full', tags: Array.from({ length: 10 }, (_, index) => `t${index}`) });
    const free = await calls.created({ name: 'Free' });
    const ids = [full.id, free.id];
    expect((await calls.bulk({ ids, action: 'add_tag', tag: 'Push' })).json().data.changed).toBe(1);
    expect((await calls.bulk({ ids, action: 'add_tag', tag: 'push' })).json().data.changed).toBe(0);
    expect((await calls.bulk({ ids, action: 'remove_tag', tag: 'PUSH' })).json().data.changed).toBe(1);
    expect((await calls.get(free.id)).json().data.tags).toEqual([]);
    const nameless = await calls.bulk({ ids, action: 'add_tag' });
    expect(nameless.statusCode).toBe(422);
    expect(nameless.json().errors).toEqual({ tag: ['Enter a tag'] });
  });

  it('archive and delete', async () => {
    const [one, two] = [await calls.created({ name: 'One' }), await calls.created({ name: 'Two' })];
    expect((await calls.bulk({ ids: [one.id], action: 'archive' })).json().data.changed).toBe(1);
    expect((await calls.bulk({ ids: [one.id, two.id], action: 'delete' })).json().data.changed).toBe(2);
    expect((await calls.get(one.id)).statusCode).toBe(404);
    expect((await calls.bulk({ ids: [one.id, two.id], action: 'delete' })).json().data.changed).toBe(0);
  });
});

describe('trackers', () => {
  it('are notified of each committed change and of nothing else', async () => {
    const notified: string[] = [];
    const stop = await calls.product.services.listen('campaigns_changed', (payload) => notified.push(payload));
    const { id } = await calls.created();
    await calls.put(id, { notes: 'new' });
    await calls.put(id, { notes: 'new' });
    await calls.put(id, { notes: 'late', version: 1 });
    await calls.bulk({ ids: [id], action: 'pause' });
    await calls.restore(id, 1);
    await calls.remove(id);
    await expect.poll(() => notified).toEqual(Array(5).fill(String(id)));
    await stop();
  });
});

describe('deleted campaign', () => {
  it('is hidden from its owner but kept in the database', async () => {
    const { id } = await calls.created();
    await calls.remove(id);
    expect((await calls.get(id)).statusCode).toBe(404);
    const kept = async () =>
      Number(
        (await calls.product.services.pool.query('select count(*) from campaigns where id = $1', [id])).rows[0].count,
      );
    expect(await kept()).toBe(1);
  });
});
