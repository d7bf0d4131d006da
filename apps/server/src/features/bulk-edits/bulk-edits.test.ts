import type { BulkEditReport } from '@poklik/contract/bulk-edits';
import type { Campaign } from '@poklik/contract/campaigns';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Person } from '../../testing/test-app.ts';
import { type CampaignCalls, createCampaignCalls } from '../campaigns/campaigns.fixture.ts';

let calls: CampaignCalls;
beforeAll(async () => {
  calls = await createCampaignCalls();
  await calls.setTariff('pro');
}, 120_000);
afterAll(() => calls.close());
beforeEach(() => calls.empty());

const post = (path: string, body: object, { token }: Person = calls.owner) =>
  calls.product.call('POST', path, { token, body });
const send = (body: object, person?: Person) => post('/companies_related/bulk_edit', body, person);
const edit = async (body: object, person?: Person): Promise<BulkEditReport> => {
  const answer = await send(body, person);
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json().data;
};
const undo = async (token: string | null): Promise<BulkEditReport> =>
  (await post('/companies_related/bulk_edit/undo', { token })).json().data;
const now = async (id: number): Promise<Campaign> => (await calls.get(id)).json().data;
const results = ({ campaigns }: BulkEditReport) => campaigns.map(({ name, result }) => `${name}: ${result}`);
const offer = async (name: string): Promise<number> =>
  (await post('/offers', { name, url: `https://${name}.test` })).json().data.id;

/** A member of the owner's account without access to money. */
async function memberWith(campaignIds: number[] | null): Promise<Person> {
  const person = await calls.product.person();
  const { pool } = calls.product.services;
  await pool.query('update users set account_id = $2 where id = $1', [person.id, calls.owner.accountId]);
  await pool.query(
    "update team_members set account_id = $2, role = 'EDITOR', campaign_ids = $3, can_see_money = false where user_id = $1",
    [person.id, calls.owner.accountId, campaignIds],
  );
  return person;
}

const URL_EDIT = { url: { match: 'prefix', from: 'https://old.example/', to: 'https://new.example/' } };

it('previews, skips and names what was saved meanwhile, makes a version of each, and undoes all of it at once', async () => {
  const [one, two, three] = [
    await calls.created({ name: 'One', default_url: 'https://old.example/1' }),
    await calls.created({ name: 'Two', destinations: [{ url: 'https://old.example/2?c={click_id}' }] }),
    await calls.created({ name: 'Three', default_url: 'https://elsewhere.example' }),
  ];
  const ids = [one.id, two.id, three.id];
  const preview = await edit({ ids, edit: URL_EDIT, dry_run: true });
  expect(results(preview)).toEqual(['One: changed', 'Two: changed', 'Three: unchanged']);
  expect(preview.counts).toEqual({ changed: 2, unchanged: 1, invalid: 0, conflict: 0 });
  expect(preview.campaigns[1]?.fields).toEqual([
    {
      field: 'destinations.0.url',
      before: 'https://old.example/2?c={click_id}',
      after: 'https://new.example/2?c={click_id}',
    },
  ]);
  expect((await now(one.id)).version).toBe(1);

  await calls.put(two.id, { name: 'Two', default_url: 'https://old.example/other' });
  const made = await edit({ token: preview.token, edit: URL_EDIT });
  expect(results(made)).toEqual(['One: changed', 'Two: conflict']);
  expect(await now(one.id)).toMatchObject({ version: 2, default_url: 'https://new.example/1' });
  expect((await now(two.id)).default_url).toBe('https://old.example/other');
  expect((await calls.versions(one.id)).data[0]).toMatchObject({ version: 2, changed: ['default_url'] });

  const undone = await undo(made.token);
  expect(results(undone)).toEqual(['One: changed']);
  expect(await now(one.id)).toMatchObject({ version: 3, default_url: 'https://old.example/1' });
  // What was saved after an edit is not lost by undoing it, also not by undoing it twice.
  expect(results(await undo(made.token))).toEqual(['One: conflict']);
});

it('changes all campaigns that match a filter, by offer, cost and parameters', async () => {
  const [a, b] = [await offer('offer-a'), await offer('offer-b')];
  const found = await calls.created({ name: 'Found', tags: ['sale'], destinations: [{ offer_id: a }] });
  const { destinations } = await now(found.id);
  const other = await calls.created({ name: 'Other', destinations: [{ offer_id: a }] });
  const report = await edit({
    filter: { tag: 'sale' },
    edit: {
      offer: { from: a, to: b },
      cost: { model: 'cpc', value: '0.25', currency: 'EUR' },
      params: [{ sub: 'sub1', name: 'zone', macro: '{zone}' }],
    },
  });
  expect(results(report)).toEqual(['Found: changed']);
  expect(await now(found.id)).toMatchObject({
    ...{ cost_model: 'cpc', cost_value: '0.25', cost_currency: 'EUR' },
    params: [{ name: 'zone', macro: '{zone}', sub: 'sub1' }],
    // The identity stays, and with it what was learned.
    destinations: [{ uid: destinations[0]?.uid, offer_id: b, url: 'https://offer-b.test' }],
  });
  expect((await now(other.id)).version).toBe(1);
  // The former offer is gone, so undoing would lead to nowhere.
  await calls.remove(other.id);
  await calls.product.call('DELETE', `/offers/${a}`, { token: calls.owner.token });
  const undone = await undo(report.token);
  expect(undone.campaigns[0]).toMatchObject({ result: 'invalid', problems: [{ field: 'destinations.0.offer_id' }] });
});

it('says per campaign why it can’t be saved, and saves the others', async () => {
  const good = await calls.created({ name: 'Good', default_url: 'https://old.example/x' });
  const bad = await calls.created({ name: 'Bad', default_url: 'https://old.example/{sub1}' });
  const answer = await edit({
    ids: [good.id, bad.id],
    edit: { url: { match: 'whole', from: 'https://old.example/{sub1}', to: 'ftp://new.example' } },
  });
  expect(results(answer)).toEqual(['Good: unchanged', 'Bad: invalid']);
  expect(answer.campaigns[1]?.problems[0]).toMatchObject({
    field: 'default_url',
    message: expect.stringContaining('http'),
  });
  expect(answer.token).toBeNull();
  const loop = {
    url: { match: 'prefix', from: 'https://old.example', to: `${calls.product.services.config.publicUrl}/c` },
  };
  expect(results(await edit({ ids: [good.id], edit: loop }))).toEqual(['Good: invalid']);
  const foreign = (await post('/offers', { name: 'Foreign', url: 'https://f.test' }, calls.stranger)).json().data.id;
  const own = await offer('own');
  await calls.put(good.id, { name: 'Good', destinations: [{ offer_id: own }] });
  expect(results(await edit({ ids: [good.id], edit: { offer: { from: own, to: foreign } } }))).toEqual([
    'Good: invalid',
  ]);
});

it('is refused without campaigns or changes, and reaches only the caller’s campaigns', async () => {
  const cost = { cost: { model: 'cpc', value: '1', currency: 'USD' } };
  for (const body of [{ edit: cost }, { ids: [1], edit: {} }, { ids: [], edit: cost }, { token: 'x', edit: cost }])
    expect((await send(body)).statusCode).toBe(422);
  const [one, two] = [
    await calls.created({ name: 'One', default_url: 'https://old.example/', cost_value: '5', cost_model: 'cpc' }),
    await calls.created({ name: 'Two', default_url: 'https://old.example/' }),
  ];
  expect((await edit({ ids: [one.id], edit: URL_EDIT }, calls.stranger)).campaigns).toEqual([]);
  const member = await memberWith([one.id]);
  const made = await edit({ ids: [one.id, two.id], edit: URL_EDIT }, member);
  expect(results(made)).toEqual(['One: changed']);
  expect((await now(one.id)).cost_value).toBe('5');
  expect((await send({ ids: [one.id], edit: cost }, member)).statusCode).toBe(403);
  // Undoing somebody else's change doesn't show or touch money either.
  const costly = await edit({
    ids: [one.id],
    edit: { ...cost, url: { from: 'https://new.example/', to: 'https://third.example/' } },
  });
  await post('/companies_related/bulk_edit/undo', { token: costly.token }, member);
  expect(await now(one.id)).toMatchObject({ default_url: 'https://new.example/', cost_value: '1' });
});
