import type { Onboarding, OnboardingStep } from '@poklik/contract/onboarding';
import type { Profile } from '@poklik/contract/profile';
import { ROLES } from '@poklik/contract/roles';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertConversion } from '../../testing/conversions/seed-conversions.ts';
import { emptyClickhouse } from '../../testing/empty-clickhouse.ts';
import { createTestApp, type Person, type TestApp } from '../../testing/test-app.ts';

let product: TestApp;
beforeAll(async () => {
  product = await createTestApp();
  Object.assign(product.services.clickhouse, emptyClickhouse());
});
afterAll(() => product.close());

const query = (sql: string, values: unknown[] = []) => product.services.pool.query(sql, values);
const onboarding = async ({ token }: Person): Promise<Onboarding> =>
  (await product.call('GET', '/onboarding', { token })).json().data;
const getSteps = async (person: Person): Promise<OnboardingStep[]> =>
  (await onboarding(person)).steps.filter(({ done }) => done).map(({ step }) => step);
const hide = ({ token }: Person, isHidden: boolean) =>
  product.call('PUT', '/onboarding', { token, body: { is_hidden: isHidden } });
const createCampaign = async ({ token }: Person): Promise<number> => {
  const body = { name: 'Summer', default_url: 'https://shop.example' };
  return (await product.call('POST', '/companies', { token, body })).json().data.id;
};
const isShownTo = async ({ token }: Person): Promise<boolean> =>
  ((await product.call('GET', '/profile', { token })).json() as Profile).is_onboarding;

describe('onboarding steps', () => {
  it('follow the data, in both directions', async () => {
    const person = await product.person();
    expect(await onboarding(person)).toEqual({
      steps: ['email', 'campaign', 'click', 'conversion', 'colleague'].map((step) => ({ step, done: false })),
      is_hidden: false,
    });
    await query('update users set email_verified_at = now() where id = $1', [person.id]);
    expect(await getSteps(person)).toEqual(['email']);
    const campaign = await createCampaign(person);
    expect(await getSteps(person)).toEqual(['email', 'campaign']);
    await insertConversion(product, person.accountId, String(campaign));
    expect(await getSteps(person), 'a conversion implies a click').toEqual([
      'email',
      'campaign',
      'click',
      'conversion',
    ]);
    await query("update accounts set tariff_id = (select id from tariffs where code = 'pro') where id = $1", [
      person.accountId,
    ]);
    const body = { email: 'colleague@example.test', role: 'EDITOR' };
    expect((await product.call('POST', '/team_users', { token: person.token, body })).statusCode).toBe(201);
    expect(await getSteps(person)).toHaveLength(5);
    await product.call('DELETE', `/companies/${campaign}`, { token: person.token });
    expect(await getSteps(person)).not.toContain('campaign');
  });

  it('ignore other accounts', async () => {
    const [person, other] = [await product.person(), await product.person()];
    await insertConversion(product, other.accountId);
    expect(await getSteps(person)).toEqual([]);
  });

  it('are unknown while ClickHouse is unavailable', async () => {
    const person = await product.person();
    await createCampaign(person);
    const { client } = product.services.clickhouse;
    const down = { query: () => Promise.reject(new Error('down')) };
    product.services.clickhouse.client = down as unknown as typeof client;
    const { steps } = await onboarding(person);
    product.services.clickhouse.client = client;
    expect(steps.find(({ step }) => step === 'click')?.done).toBeNull();
  });

  it('can be hidden and shown per user', async () => {
    const [person, other] = [await product.person(), await product.person()];
    expect(await isShownTo(person)).toBe(true);
    expect((await hide(person, true)).json().data).toMatchObject({ is_hidden: true });
    expect([await isShownTo(person), await isShownTo(other)]).toEqual([false, true]);
    expect((await onboarding(person)).steps, 'hidden steps can still be read').toHaveLength(5);
    await hide(person, false);
    expect(await isShownTo(person)).toBe(true);
  });

  it('count only a member’s campaigns and permitted steps', async () => {
    const [owner, member] = [await product.person(), await product.person()];
    const [hidden, reached] = [await createCampaign(owner), 999_999];
    await insertConversion(product, owner.accountId, String(hidden));
    await query('update users set account_id = $1 where id = $2', [owner.accountId, member.id]);
    const become = (role: string) =>
      query('update team_members set account_id = $1, role = $2, campaign_ids = $3 where user_id = $4', [
        owner.accountId,
        role,
        [reached],
        member.id,
      ]);
    await become('EDITOR');
    expect((await onboarding(member)).steps).toEqual(
      ['email', 'campaign', 'click', 'conversion'].map((step) => ({ step, done: false })),
    );
    await become('VIEWER');
    expect((await onboarding(member)).steps).toEqual([]);
    expect(await isShownTo(member)).toBe(false);
  });

  it('are empty for staff', async () => {
    for (const role of [ROLES.ADMIN, ROLES.SUPER_ADMIN]) {
      const person = await product.person({ role });
      expect((await onboarding(person)).steps).toEqual([]);
      expect(await isShownTo(person)).toBe(false);
    }
  });
});
