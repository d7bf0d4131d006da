import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BillingFixture, createBillingFixture } from '../billing.fixture.ts';

let billing: BillingFixture;
beforeAll(async () => {
  billing = await createBillingFixture();
});
afterAll(() => billing.app.close());

const DAY_MS = 86_400_000;
const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
const NOTHING = { events: null, campaigns: null, seats: null, blacklist: null, domains: null };
const setLimits = (id: number, limits: object) =>
  billing.app.call('PUT', `/users/${id}/limits`, {
    token: billing.operator.token,
    body: { ...NOTHING, until: inDays(0), reason: 'Trial of a big launch', ...limits },
  });
const addCampaign = (token: string, name: string) =>
  billing.app.call('POST', '/companies', { token, body: { name, default_url: 'https://shop.example' } });

it('limits of a customer replace those of the plan until the end of the last day', async () => {
  const { id, accountId, token } = await billing.createCustomer();
  for (const name of ['First', 'Second', 'Third']) expect((await addCampaign(token, name)).statusCode).toBe(201);
  expect((await addCampaign(token, 'Fourth')).statusCode).toBe(409);

  expect((await setLimits(id, { campaigns: 4, events: 50_000 })).json().data).toMatchObject({
    ...{ campaigns: 4, events: 50_000, seats: null, until: inDays(0) },
  });
  expect((await addCampaign(token, 'Fourth')).statusCode).toBe(201);
  expect((await addCampaign(token, 'Fifth')).statusCode).toBe(409);
  const { usage } = (await billing.app.call('GET', '/subscription', { token })).json().data;
  expect(usage).toMatchObject({ campaigns: { used: 4, limit: 4 }, events: { limit: 50_000 }, seats: { limit: 1 } });

  await billing.query("update limit_overrides set until = now() - interval '1 second' where account_id = $1", [
    accountId,
  ]);
  expect((await addCampaign(token, 'Fifth')).statusCode).toBe(409);
  const later = (await billing.app.call('GET', '/subscription', { token })).json().data.usage;
  expect(later).toMatchObject({ campaigns: { used: 4, limit: 3 }, events: { limit: 10_000 } });
});

it('all limits empty end it, and the customer reads the reason', async () => {
  const { id, accountId, token } = await billing.createCustomer();
  await setLimits(id, { seats: 5 });
  expect((await setLimits(id, { reason: 'Launch is over' })).json().data).toBeNull();
  expect(await billing.query('select 1 from limit_overrides where account_id = $1', [accountId])).toEqual([]);
  const log = (await billing.app.call('GET', '/activity', { token })).body;
  expect(log).toContain('limits.changed');
  expect(log).toContain('Launch is over');
});

it('a larger event limit unlocks the reports of this month', async () => {
  const { id, accountId } = await billing.createCustomer();
  await billing.query(
    `insert into quota_notices (account_id, month, level, events_limit, held_from) values ($1, $2, 100, 10000, now())`,
    [accountId, new Date().toISOString().slice(0, 7)],
  );
  await setLimits(id, { campaigns: 9 });
  expect(await billing.query('select opened_at from quota_notices where account_id = $1', [accountId])).toEqual([
    { opened_at: null },
  ]);
  await setLimits(id, { events: 20_000 });
  const [notice] = await billing.query('select opened_at from quota_notices where account_id = $1', [accountId]);
  expect(notice).toEqual({ opened_at: expect.any(Date) });
});

it.each([
  ['a day in the past', { campaigns: 1, until: inDays(-2) }, 'until'],
  ['more than five years', { campaigns: 1, until: inDays(366 * 5 + 2) }, 'until'],
  ['no reason', { campaigns: 1, reason: '' }, 'reason'],
  ['a negative limit', { campaigns: -1 }, 'campaigns'],
])('%s is refused at its field', async (_, limits, field) => {
  const { id } = await billing.createCustomer();
  const answer = await setLimits(id, limits);
  expect(answer.statusCode).toBe(422);
  expect(Object.keys(answer.json().errors)).toEqual([field]);
});
