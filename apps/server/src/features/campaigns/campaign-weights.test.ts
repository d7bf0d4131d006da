import { weightsText } from '@poklik/domain/campaigns/place-weights';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type CampaignCalls, createCampaignCalls } from './campaigns.fixture.ts';

let calls: CampaignCalls;
beforeAll(async () => {
  calls = await createCampaignCalls();
});
afterAll(() => calls.close());
beforeEach(() => calls.empty());

const destinations = (...weights: number[]) =>
  weights.map((weight, place) => ({ name: `Lander ${place + 1}`, url: `https://l${place + 1}.example`, weight }));
const change = (campaigns: object[], person = calls.owner) =>
  calls.product.call('POST', '/companies_related/weights', { token: person.token, body: { campaigns } });
const weightsNow = async (id: number) => weightsText((await calls.get(id)).json().data);
const weight = (place: string, value: number) => ({ place, weight: value });

it('changes weights of several campaigns as new versions, and can change them back', async () => {
  const one = await calls.created({ name: 'One', destinations: destinations(50, 50) });
  const two = await calls.created({
    name: 'Two',
    destinations: destinations(10),
    rules: [
      { conditions: [{ dimension: 'country', operator: 'in', values: ['UA'] }], destinations: destinations(1, 2) },
    ],
  });
  const same = await calls.created({ name: 'Same', destinations: destinations(7, 3) });
  const changed = await change([
    { id: one.id, version: 1, weights: [weight('0:1', 70), weight('0:2', 30)] },
    { id: two.id, version: 1, weights: [weight('1:2', 8), weight('9:9', 5)] },
    { id: same.id, version: 1, weights: [weight('0:1', 7)] },
  ]);
  expect(changed.statusCode).toBe(200);
  expect(changed.json().data).toEqual([
    { id: one.id, version: 2 },
    { id: two.id, version: 2 },
  ]);
  expect([await weightsNow(one.id), await weightsNow(two.id), await weightsNow(same.id)]).toEqual([
    '70:30',
    '1:8',
    '7:3',
  ]);
  expect((await calls.versions(one.id)).data[0]).toMatchObject({ version: 2, changed: ['destinations'] });
  const undone = await change([{ id: one.id, version: 2, weights: [weight('0:1', 50), weight('0:2', 50)] }]);
  expect(undone.json().data).toEqual([{ id: one.id, version: 3 }]);
  expect(await weightsNow(one.id)).toBe('50:50');
});

it('changes nothing when one of the campaigns was saved meanwhile', async () => {
  const [one, two] = [
    await calls.created({ name: 'One', destinations: destinations(1, 1) }),
    await calls.created({ name: 'Two', destinations: destinations(1, 1) }),
  ];
  await calls.put(two.id, { name: 'Two, renamed', destinations: destinations(1, 1) });
  const answer = await change([one, two].map(({ id }) => ({ id, version: 1, weights: [weight('0:1', 9)] })));
  expect(answer.statusCode).toBe(409);
  expect(answer.json().code).toBe('version_conflict');
  expect(await weightsNow(one.id)).toBe('1:1');
});

it('rejects weights that the form rejects, and ignores campaigns of others', async () => {
  const theirs = await calls.created({ destinations: destinations(1, 1) }, calls.stranger);
  const of = (...weights: object[]) => ({ id: theirs.id, version: 1, weights });
  for (const wrong of [
    of(),
    of(weight('0:1', 0)),
    of(weight('0:1', 1001)),
    of(weight('first', 5)),
    of(weight('0:1', 1.5)),
  ])
    expect((await change([wrong])).statusCode, JSON.stringify(wrong)).toBe(422);
  expect((await change([of(weight('0:1', 5))])).json().data).toEqual([]);
});
