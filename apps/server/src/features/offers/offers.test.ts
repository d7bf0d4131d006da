import type { Campaign } from '@poklik/contract/campaigns';
import type { Offer } from '@poklik/contract/offers';
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
  return { name: `Offer ${made}`, url: `https://offer${made}.test/?c={click_id}`, ...change };
};
async function newOffer(change: object = {}, person: Person = calls.owner): Promise<Offer> {
  const answer = await call('POST', '/offers', bodyOf(change), person);
  if (answer.statusCode !== 201) throw new Error(answer.body);
  return answer.json().data;
}
const newCampaign = (change: object = {}, person: Person = calls.owner): Promise<Campaign> => {
  made += 1;
  return calls.created({ name: `Campaign ${made}`, ...change }, person);
};
const using = (...ids: number[]) => ({ destinations: ids.map((offer_id) => ({ offer_id })) });
const names = async (query: string, person?: Person) =>
  (await call('GET', `/offers${query}`, undefined, person)).json().data.map(({ name }: Offer) => name);

/** A member of the owner's account with some campaigns. */
async function memberWith(campaignIds: number[], seesMoney = true): Promise<Person> {
  const person = await calls.product.person();
  const { pool } = calls.product.services;
  await pool.query('update users set account_id = $2 where id = $1', [person.id, calls.owner.accountId]);
  await pool.query(
    "update team_members set account_id = $2, role = 'EDITOR', campaign_ids = $3, can_see_money = $4 where user_id = $1",
    [person.id, calls.owner.accountId, campaignIds, seesMoney],
  );
  return { ...person, accountId: calls.owner.accountId };
}

describe('offers', () => {
  it('are found by name, URL, network and tag, archived ones only on request', async () => {
    const { rows } = await calls.product.services.pool.query(
      `insert into networks (account_id, name, key, mapping) values ($1, 'Kowloon', gen_random_uuid(), '{}') returning id`,
      [calls.owner.accountId],
    );
    const found = await newOffer({
      name: 'Findable',
      url: 'https://x.test/needle',
      network_id: Number(rows[0].id),
      tags: ['Hay'],
    });
    for (const search of ['findab', 'NEEDLE', 'kowl', 'hay', String(found.id)])
      expect(await names(`?search=${search}`), search).toEqual(['Findable']);
    expect(await names('?tag=hay')).toEqual(['Findable']);
    expect((await call('DELETE', `/offers/${found.id}`)).statusCode).toBe(200);
    expect(await names('?search=findable')).toEqual([]);
    expect(await names('?search=findable&status=archived')).toEqual(['Findable']);
  });

  it('keep every version with its author, and restore one', async () => {
    const { id, url } = await newOffer();
    const next = { ...bodyOf(), url: 'https://second.test/', payout: '12.5' };
    expect((await call('PUT', `/offers/${id}`, { ...next, version: 1 })).json().data).toMatchObject({ version: 2 });
    const stale = await call('PUT', `/offers/${id}`, { ...next, name: 'Other', version: 1 });
    expect([stale.statusCode, stale.json().code]).toEqual([409, 'version_conflict']);
    const { data } = (await call('GET', `/offers/${id}/versions`)).json();
    expect(data[0]).toMatchObject({ version: 2, changed: ['name', 'url', 'payout'], author: { id: calls.owner.id } });
    expect((await call('POST', `/offers/${id}/versions/1/restore`)).json().data).toMatchObject({ version: 3, url });
    expect((await call('POST', `/offers/${id}/versions/99/restore`)).statusCode).toBe(404);
  });

  it.each([
    [{ url: 'ftp://x.test' }, 'url'],
    [{ url: 'https://track.test/c/abc' }, 'url'],
    [{ timezone: 'Mars/Base' }, 'timezone'],
    [{ network_id: 999_999_999 }, 'network_id'],
    [{ fallback_offer_id: 999_999_999 }, 'fallback_offer_id'],
    [{ countries: ['Germany'] }, 'countries.0'],
    [
      {
        caps: [
          { amount: 5, period: 'day' },
          { amount: 9, period: 'day' },
        ],
      },
      'caps',
    ],
    [{ payout: '-1' }, 'payout'],
  ])('refuse %j at its field', async (change, field) => {
    const own = { publicUrl: calls.product.services.config.publicUrl };
    const body = JSON.parse(JSON.stringify(bodyOf(change)).replace('https://track.test', own.publicUrl));
    const answer = await call('POST', '/offers', body);
    expect([answer.statusCode, Object.keys(answer.json().errors ?? {})]).toEqual([422, [field]]);
  });

  it('have names of their own, until they are archived', async () => {
    const first = await newOffer({ name: 'Only one' });
    const again = await call('POST', '/offers', bodyOf({ name: 'only ONE' }));
    expect([again.statusCode, again.json().code]).toEqual([409, 'name_taken']);
    await call('DELETE', `/offers/${first.id}`);
    await newOffer({ name: 'Only one' });
    const back = await call('PUT', `/offers/${first.id}`, bodyOf({ name: 'Only one' }));
    expect(back.json().code).toBe('name_taken');
  });

  it('have fallbacks without cycles', async () => {
    const last = await newOffer();
    const first = await newOffer({ fallback_offer_id: last.id });
    const cycle = await call('PUT', `/offers/${last.id}`, bodyOf({ fallback_offer_id: first.id }));
    expect([cycle.statusCode, Object.keys(cycle.json().errors)]).toEqual([422, ['fallback_offer_id']]);
  });
});

describe('a campaign with offers', () => {
  it('shows their present URL, also in versions and after an edit, and is not saved again', async () => {
    const offer = await newOffer();
    const campaign = await newCampaign({
      destinations: [{ offer_id: offer.id, url: 'https://ignored.test/', weight: 70 }, { url: 'https://plain.test/' }],
    });
    expect(campaign.destinations).toMatchObject([
      { offer_id: offer.id, url: offer.url, weight: 70, uid: expect.stringMatching(/^[0-9a-z]{8}$/) },
      { url: 'https://plain.test/', uid: expect.any(String) },
    ]);
    expect(campaign.destinations[1]).not.toHaveProperty('offer_id');
    await call('PUT', `/offers/${offer.id}`, { name: offer.name, url: 'https://moved.test/' });
    const after = (await calls.get(campaign.id)).json().data as Campaign;
    expect([after.version, after.destinations[0]?.url]).toEqual([1, 'https://moved.test/']);
    const { data } = await calls.versions(campaign.id);
    expect(data[0].settings.destinations[0].url).toBe('https://moved.test/');
    const again = await calls.put(campaign.id, { name: campaign.name, destinations: after.destinations });
    expect(again.json().data.version).toBe(1);
  });

  it('keeps identities when a client without them saves it', async () => {
    const { id, name, destinations, rules } = await newCampaign({
      destinations: [{ url: 'https://a.test/' }, { url: 'https://b.test/' }],
      rules: [
        {
          conditions: [{ dimension: 'country', operator: 'in', values: ['DE'] }],
          destinations: [{ url: 'https://c.test/' }],
        },
      ],
    });
    const saved = (
      await calls.put(id, {
        name,
        destinations: [{ url: 'https://b.test/', weight: 3 }],
        rules: [
          {
            conditions: [{ dimension: 'country', operator: 'in', values: ['FR'] }],
            destinations: [{ url: 'https://c.test/' }],
          },
        ],
      })
    ).json().data as Campaign;
    expect(saved.destinations[0]?.uid).toBe(destinations[1]?.uid);
    expect(saved.rules[0]?.uid).toBe(rules[0]?.uid);
    expect(saved.rules[0]?.destinations[0]?.uid).toBe(rules[0]?.destinations[0]?.uid);
  });

  it('refuses an offer that does not exist, is archived or belongs to somebody else, and a destination without either', async () => {
    const foreign = await newOffer({}, calls.stranger);
    const archived = await newOffer();
    await call('DELETE', `/offers/${archived.id}`);
    for (const id of [foreign.id, archived.id, 999_999_999]) {
      const answer = await calls.create({ name: `Refused ${id}`, ...using(id) });
      expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, ['destinations.0.offer_id']]);
    }
    const empty = await calls.create({ name: 'Nowhere', destinations: [{ weight: 5 }] });
    expect(empty.json().errors).toEqual({ 'destinations.0.url': ['Enter a URL, or choose one offer or lander'] });
  });

  it('keeps an offer from being archived until another takes its place', async () => {
    const [old, next, before] = [await newOffer(), await newOffer(), await newOffer()];
    await call('PUT', `/offers/${before.id}`, { name: before.name, url: before.url, fallback_offer_id: old.id });
    const campaign = await newCampaign(using(old.id, next.id));
    const uses = (await call('GET', `/offers/${old.id}/used_in`)).json();
    expect(uses.data.map(({ kind, id }: { kind: string; id: number }) => [kind, id])).toEqual([
      ['campaign', campaign.id],
      ['offer', before.id],
    ]);
    expect((await call('GET', `/offers/${old.id}`)).json().data.campaigns).toBe(1);
    const refused = await call('DELETE', `/offers/${old.id}`);
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'in_use']);
    const byStatus = await call('PUT', `/offers/${old.id}`, { name: old.name, url: old.url, status: 'archived' });
    expect(byStatus.json().code).toBe('in_use');
    expect((await call('DELETE', `/offers/${old.id}?replacement_id=${old.id}`)).statusCode).toBe(422);
    expect((await call('DELETE', `/offers/${old.id}?replacement_id=${next.id}`)).statusCode).toBe(200);
    const after = (await calls.get(campaign.id)).json().data as Campaign;
    expect(after.destinations.map(({ offer_id }) => offer_id)).toEqual([next.id, next.id]);
    expect(after.destinations.map(({ uid }) => uid)).toEqual(campaign.destinations.map(({ uid }) => uid));
    expect((await call('GET', `/offers/${before.id}`)).json().data.fallback_offer_id).toBe(next.id);
    const { rows } = await calls.product.services.pool.query(
      'select action from audit_entries where entity = $1 order by id',
      [`offer:${old.id}`],
    );
    expect(rows.map(({ action }) => action)).toEqual(['offer.created', 'offer.archived']);
  });

  it('is cloned and restored with its offers', async () => {
    const offer = await newOffer();
    const campaign = await newCampaign(using(offer.id));
    expect((await calls.clone(campaign.id)).json().data.destinations).toMatchObject([
      { offer_id: offer.id, url: offer.url },
    ]);
    await calls.put(campaign.id, { name: campaign.name, destinations: [] });
    const restored = (await calls.restore(campaign.id, 1)).json().data as Campaign;
    expect(restored.destinations).toEqual(campaign.destinations);
  });
});

describe('a member with selected campaigns', () => {
  it('sees the offers that those lead to, also as fallbacks, and changes those that no other campaign leads to', async () => {
    const [fallback, shared, hidden] = [await newOffer(), await newOffer(), await newOffer()];
    const own = await newOffer({ fallback_offer_id: fallback.id });
    const mine = await newCampaign(using(own.id, shared.id));
    await newCampaign(using(shared.id, hidden.id));
    const member = await memberWith([mine.id]);
    expect((await names('?per_page=100', member)).sort()).toEqual([fallback.name, own.name, shared.name].sort());
    expect((await call('GET', `/offers/${hidden.id}`, undefined, member)).statusCode).toBe(404);
    const edit = (offer: Offer) =>
      call('PUT', `/offers/${offer.id}`, { name: offer.name, url: offer.url, notes: 'x' }, member);
    expect((await edit(fallback)).statusCode).toBe(200);
    expect((await edit(own)).statusCode).toBe(200);
    expect((await edit(shared)).statusCode).toBe(403);
    const uses = (await call('GET', `/offers/${shared.id}/used_in`, undefined, member)).json();
    expect(uses.data.map(({ id }: { id: number }) => id)).toEqual([mine.id]);
    const created = await newOffer({}, member);
    expect((await call('GET', `/offers/${created.id}`, undefined, member)).statusCode).toBe(200);
    expect((await calls.create({ name: 'With a hidden one', ...using(hidden.id) }, member)).statusCode).toBe(422);
  });

  it('without access to money sees no payout and keeps it', async () => {
    const offer = await newOffer({ payout: '40', payout_currency: 'EUR' });
    const campaign = await newCampaign(using(offer.id));
    const member = await memberWith([campaign.id], false);
    expect((await call('GET', `/offers/${offer.id}`, undefined, member)).json().data.payout).toBeNull();
    await call('PUT', `/offers/${offer.id}`, { name: 'Renamed by a member', url: offer.url }, member);
    expect((await call('GET', `/offers/${offer.id}`)).json().data).toMatchObject({
      payout: '40',
      payout_currency: 'EUR',
    });
  });
});
