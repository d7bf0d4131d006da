import type { Campaign } from '@poklik/contract/campaigns';
import type { Lander } from '@poklik/contract/landers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../../testing/test-app.ts';
import { type CampaignCalls, createCampaignCalls } from '../campaigns/campaigns.fixture.ts';

let calls: CampaignCalls;
let made = 0;
beforeAll(async () => {
  calls = await createCampaignCalls();
  await calls.setTariff('pro');
}, 120_000);
afterAll(() => calls.close());

const call = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
  { token }: Person = calls.owner,
) => calls.product.call(method, path, { token, ...(body && { body }) });
const bodyOf = (change: object = {}) => {
  made += 1;
  return { name: `Lander ${made}`, url: `https://lander${made}.test/?c={click_id}&p={pass}`, ...change };
};
async function newLander(change: object = {}, person: Person = calls.owner): Promise<Lander> {
  const answer = await call('POST', '/landers', bodyOf(change), person);
  if (answer.statusCode !== 201) throw new Error(answer.body);
  return answer.json().data;
}
async function newOffer(): Promise<number> {
  made += 1;
  const answer = await call('POST', '/offers', { name: `Offer ${made}`, url: `https://offer${made}.test/` });
  return answer.json().data.id;
}
const newCampaign = (change: object = {}, person: Person = calls.owner): Promise<Campaign> => {
  made += 1;
  return calls.created({ name: `Campaign ${made}`, ...change }, person);
};
const leadingTo = (...ids: number[]) => ({
  destinations: ids.map((lander_id) => ({ lander_id, next: [{ targets: [{ url: 'https://end.test/' }] }] })),
});
const names = async (query: string, person?: Person) =>
  (await call('GET', `/landers${query}`, undefined, person)).json().data.map(({ name }: Lander) => name);

/** A member of the owner's account with some campaigns. */
async function memberWith(campaignIds: number[]): Promise<Person> {
  const person = await calls.product.person();
  const { pool } = calls.product.services;
  await pool.query('update users set account_id = $2 where id = $1', [person.id, calls.owner.accountId]);
  await pool.query(
    "update team_members set account_id = $2, role = 'EDITOR', campaign_ids = $3, can_see_money = true where user_id = $1",
    [person.id, calls.owner.accountId, campaignIds],
  );
  return { ...person, accountId: calls.owner.accountId };
}

describe('landers', () => {
  it('are found by name, key, URL and tag, archived ones only on request', async () => {
    const found = await newLander({ name: 'Findable', url: 'https://x.test/needle', tags: ['Hay'] });
    for (const search of ['findab', 'NEEDLE', found.key, 'hay', String(found.id)])
      expect(await names(`?search=${search}`), search).toEqual(['Findable']);
    expect(await names('?tag=hay')).toEqual(['Findable']);
    expect((await call('DELETE', `/landers/${found.id}`)).statusCode).toBe(200);
    expect(await names('?search=findable')).toEqual([]);
    expect(await names('?search=findable&status=archived')).toEqual(['Findable']);
  });

  it('have a link for each slot, with a key that never changes', async () => {
    const { id, key, links, name, url } = await newLander({ slots: 2 });
    const base = calls.product.services.config.trackingUrl;
    expect(links).toEqual([
      { domain_id: null, host: new URL(base).host, urls: [`${base}/o/1?l=${key}`, `${base}/o/2?l=${key}`] },
    ]);
    expect((await call('PUT', `/landers/${id}`, { name, url, slots: 1 })).json().data).toMatchObject({
      key,
      links: [{ urls: [`${base}/o/1?l=${key}`] }],
    });
  });

  it('say how many visitors of the last 30 days came without a click', async () => {
    const { id } = await newLander();
    await calls.product.services.pool.query(
      'insert into lander_unknown_visits values ($1, current_date, 3), ($1, current_date - 29, 4), ($1, current_date - 31, 9)',
      [id],
    );
    expect((await call('GET', `/landers/${id}`)).json().data.unknown_visits).toBe(7);
    expect((await newLander()).unknown_visits).toBe(0);
  });

  it('keep every version with its author, and restore one', async () => {
    const { id, url } = await newLander();
    const next = { ...bodyOf(), url: 'https://second.test/', slots: 3 };
    expect((await call('PUT', `/landers/${id}`, { ...next, version: 1 })).json().data).toMatchObject({ version: 2 });
    const stale = await call('PUT', `/landers/${id}`, { ...next, name: 'Other', version: 1 });
    expect([stale.statusCode, stale.json().code]).toEqual([409, 'version_conflict']);
    const { data } = (await call('GET', `/landers/${id}/versions`)).json();
    expect(data[0]).toMatchObject({ version: 2, changed: ['name', 'url', 'slots'], author: { id: calls.owner.id } });
    expect((await call('POST', `/landers/${id}/versions/1/restore`)).json().data).toMatchObject({ version: 3, url });
    expect((await call('POST', `/landers/${id}/versions/99/restore`)).statusCode).toBe(404);
  });

  it.each([
    [{ url: 'ftp://x.test' }, 'url'],
    [{ url: 'https://track.test/c/abc' }, 'url'],
    [{ url: 'https://track.test/o/1' }, 'url'],
    [{ slots: 0 }, 'slots'],
    [{ slots: 11 }, 'slots'],
    [{ direct_campaign_id: 999_999_999 }, 'direct_campaign_id'],
  ])('refuse %j at its field', async (change, field) => {
    const own = calls.product.services.config.publicUrl;
    const body = JSON.parse(JSON.stringify(bodyOf(change)).replace('https://track.test', own));
    const answer = await call('POST', '/landers', body);
    expect([answer.statusCode, Object.keys(answer.json().errors ?? {})]).toEqual([422, [field]]);
  });

  it('have names of their own, until they are archived', async () => {
    const first = await newLander({ name: 'Only one' });
    const again = await call('POST', '/landers', bodyOf({ name: 'only ONE' }));
    expect([again.statusCode, again.json().code]).toEqual([409, 'name_taken']);
    await call('DELETE', `/landers/${first.id}`);
    await newLander({ name: 'Only one' });
    const back = await call('PUT', `/landers/${first.id}`, bodyOf({ name: 'Only one' }));
    expect(back.json().code).toBe('name_taken');
  });

  it('have a campaign for direct visits, which the author can see', async () => {
    const direct = await newCampaign();
    const { id } = await newLander({ direct_campaign_id: direct.id });
    expect((await call('GET', `/landers/${id}`)).json().data.direct_campaign_id).toBe(direct.id);
    const foreign = await call('POST', '/landers', bodyOf({ direct_campaign_id: direct.id }), calls.stranger);
    expect(Object.keys(foreign.json().errors)).toEqual(['direct_campaign_id']);
  });
});

describe('a campaign with landers', () => {
  it('shows their present URL and those behind them, also after an edit, and is not saved again', async () => {
    const [front, second, offerId] = [await newLander({ slots: 2 }), await newLander(), await newOffer()];
    const campaign = await newCampaign({
      destinations: [
        {
          lander_id: front.id,
          url: 'https://ignored.test/',
          next: [
            { targets: [{ offer_id: offerId, weight: 70 }, { url: 'https://plain.test/' }] },
            { targets: [{ lander_id: second.id }] },
          ],
        },
      ],
    });
    const uid = expect.stringMatching(/^[0-9a-z]{8}$/);
    const [first] = campaign.destinations;
    expect(first).toMatchObject({ lander_id: front.id, url: front.url, uid });
    expect(first?.next).toMatchObject([
      {
        uid,
        targets: [
          { offer_id: offerId, weight: 70, uid },
          { url: 'https://plain.test/', uid },
        ],
      },
      { uid, targets: [{ lander_id: second.id, url: second.url, next: [], uid }] },
    ]);
    expect(first?.next?.[0]?.targets[0]?.url).toMatch(/^https:\/\/offer/);
    expect(first?.next?.[0]?.targets[1]).not.toHaveProperty('offer_id');
    await call('PUT', `/landers/${second.id}`, { name: second.name, url: 'https://moved.test/' });
    const after = (await calls.get(campaign.id)).json().data as Campaign;
    expect([after.version, after.destinations[0]?.next?.[1]?.targets[0]?.url]).toEqual([1, 'https://moved.test/']);
    const again = await calls.put(campaign.id, { name: campaign.name, destinations: after.destinations });
    expect(again.json().data.version).toBe(1);
    const { rows } = await calls.product.services.pool.query('select settings from campaigns where id = $1', [
      campaign.id,
    ]);
    expect(JSON.stringify(rows[0].settings)).not.toContain('https://lander');
  });

  it('refuses landers and offers that do not exist, are archived or belong to somebody else, at their place', async () => {
    const front = await newLander();
    const foreign = await newLander({}, calls.stranger);
    const archived = await newLander();
    await call('DELETE', `/landers/${archived.id}`);
    for (const id of [foreign.id, archived.id, 999_999_999]) {
      const answer = await calls.create({
        name: `Refused ${id}`,
        destinations: [{ lander_id: front.id, next: [{ targets: [{ lander_id: id }, { offer_id: 999_999_999 }] }] }],
      });
      expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([
        422,
        ['destinations.0.next.0.targets.0.lander_id', 'destinations.0.next.0.targets.1.offer_id'],
      ]);
    }
    const loop = await calls.create({
      name: 'Loop',
      destinations: [
        {
          lander_id: front.id,
          next: [{ targets: [{ url: `${calls.product.services.config.trackingUrl}/c/abc` }] }],
        },
      ],
    });
    expect(Object.keys(loop.json().errors)).toEqual(['destinations.0.next.0.targets.0.url']);
  });

  it('keeps a lander from being archived until another takes its place', async () => {
    const [old, next] = [await newLander(), await newLander()];
    const campaign = await newCampaign({
      destinations: [{ lander_id: next.id, next: [{ targets: [{ lander_id: old.id, next: [] }] }] }],
    });
    const uses = (await call('GET', `/landers/${old.id}/used_in`)).json();
    expect(uses.data.map(({ id }: { id: number }) => id)).toEqual([campaign.id]);
    expect((await call('GET', `/landers/${old.id}`)).json().data.campaigns).toBe(1);
    const refused = await call('DELETE', `/landers/${old.id}`);
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'in_use']);
    const byStatus = await call('PUT', `/landers/${old.id}`, { name: old.name, url: old.url, status: 'archived' });
    expect(byStatus.json().code).toBe('in_use');
    expect((await call('DELETE', `/landers/${old.id}?replacement_id=${old.id}`)).statusCode).toBe(422);
    expect((await call('DELETE', `/landers/${old.id}?replacement_id=${next.id}`)).statusCode).toBe(200);
    const after = (await calls.get(campaign.id)).json().data as Campaign;
    expect(after.destinations[0]?.next?.[0]?.targets[0]).toMatchObject({
      lander_id: next.id,
      uid: campaign.destinations[0]?.next?.[0]?.targets[0]?.uid,
    });
    const { rows } = await calls.product.services.pool.query(
      'select action from audit_entries where entity = $1 order by id',
      [`lander:${old.id}`],
    );
    expect(rows.map(({ action }) => action)).toEqual(['lander.created', 'lander.archived']);
  });

  it('counts offers behind landers as used', async () => {
    const [front, offerId] = [await newLander(), await newOffer()];
    const campaign = await newCampaign({
      destinations: [{ lander_id: front.id, next: [{ targets: [{ offer_id: offerId }] }] }],
    });
    expect((await call('GET', `/offers/${offerId}`)).json().data.campaigns).toBe(1);
    expect((await call('DELETE', `/offers/${offerId}`)).json().code).toBe('in_use');
    const replacement = await newOffer();
    expect((await call('DELETE', `/offers/${offerId}?replacement_id=${replacement}`)).statusCode).toBe(200);
    const after = (await calls.get(campaign.id)).json().data as Campaign;
    expect(after.destinations[0]?.next?.[0]?.targets[0]?.offer_id).toBe(replacement);
  });

  it('is cloned and restored with its landers', async () => {
    const front = await newLander();
    const campaign = await newCampaign(leadingTo(front.id));
    expect((await calls.clone(campaign.id)).json().data.destinations).toMatchObject([
      { lander_id: front.id, url: front.url, next: [{ targets: [{ url: 'https://end.test/' }] }] },
    ]);
    await calls.put(campaign.id, { name: campaign.name, destinations: [] });
    const restored = (await calls.restore(campaign.id, 1)).json().data as Campaign;
    expect(restored.destinations).toEqual(campaign.destinations);
  });
});

describe('a member with selected campaigns', () => {
  it('sees the landers that those lead to, and changes those that no other campaign leads to', async () => {
    const [own, shared, hidden] = [await newLander(), await newLander(), await newLander()];
    const mine = await newCampaign(leadingTo(own.id, shared.id));
    const other = await newCampaign(leadingTo(shared.id, hidden.id));
    const member = await memberWith([mine.id]);
    expect((await names('?per_page=100', member)).sort()).toEqual([own.name, shared.name].sort());
    expect((await call('GET', `/landers/${hidden.id}`, undefined, member)).statusCode).toBe(404);
    const edit = ({ id, name, url }: Lander, change: object = {}) =>
      call('PUT', `/landers/${id}`, { name, url, notes: 'x', ...change }, member);
    expect((await edit(own)).statusCode).toBe(200);
    expect((await edit(shared)).statusCode).toBe(403);
    expect((await edit(own, { direct_campaign_id: other.id })).statusCode).toBe(422);
    const uses = (await call('GET', `/landers/${shared.id}/used_in`, undefined, member)).json();
    expect(uses.data.map(({ id }: { id: number }) => id)).toEqual([mine.id]);
    const created = await newLander({}, member);
    expect((await call('GET', `/landers/${created.id}`, undefined, member)).statusCode).toBe(200);
    expect((await calls.create({ name: 'With a hidden one', ...leadingTo(hidden.id) }, member)).statusCode).toBe(422);
  });
});
