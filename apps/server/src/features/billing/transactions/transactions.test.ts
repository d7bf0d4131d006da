import { ROLES } from '@poklik/contract/roles';
import type { Transaction, UserBalance } from '@poklik/contract/transactions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type Person, type TestApp } from '../../../testing/test-app.ts';

let product: TestApp;
let operator: Person;
let customer: Person;
beforeAll(async () => {
  product = await createTestApp();
  operator = await product.person({ role: ROLES.SUPER_ADMIN });
  customer = await product.person();
});
afterAll(() => product.close());

const adjust = (way: 'deposit' | 'deduct', userId: number, amount: string, headers: Record<string, string> = {}) =>
  product.call('POST', `/transactions/users/${userId}/${way}`, {
    token: operator.token,
    body: { amount, reason: `a ${way} by hand` },
    headers,
  });
const history = async (person: Person, query = '') =>
  (await product.call('GET', `/transactions${query}`, { token: person.token })).json();

describe('a balance adjustment', () => {
  it('deposits and deducts with a reason, and the owner is notified', async () => {
    const added = await adjust('deposit', customer.id, '100');
    expect(added.statusCode).toBe(201);
    expect(added.json().data).toMatchObject({ kind: 'manual_deposit', available: '100.00', balance_after: '100.00' });
    expect((await adjust('deduct', customer.id, '30.5')).json().data).toMatchObject({
      available: '-30.50',
      balance_after: '69.50',
    });
    const seen = await history(customer);
    expect(seen.balance).toEqual({ available: '69.50', reserved: '0.00', pending: '0.00', withdrawable: '0.00' });
    expect(seen.data).toMatchObject([
      { kind: 'manual_deduction', reason: 'a deduct by hand', by: 'staff', staff_name: null },
      { kind: 'manual_deposit', reason: 'a deposit by hand' },
    ]);
    expect((await history(customer, '?direction=in')).data).toHaveLength(1);
    expect((await history(customer, '?kind=manual_deduction')).meta.total).toBe(1);
    expect((await product.findEmail(customer.email, /reduced/i)).text).toContain('30.50 USD');
  });

  it('never deducts more than the balance', async () => {
    const answer = await adjust('deduct', customer.id, '1000000');
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'balance_too_low']);
  });

  it('deducts exactly the balance in 60 concurrent attempts', async () => {
    const rich = await product.person();
    await adjust('deposit', rich.id, '40');
    const answers = await Promise.all(Array.from({ length: 60 }, () => adjust('deduct', rich.id, '1')));
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(40);
    expect((await history(rich)).balance.available).toBe('0.00');
  }, 60_000);

  it('is applied once per Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'gift-1' };
    const other = await product.person();
    const answers = await Promise.all(Array.from({ length: 10 }, () => adjust('deposit', other.id, '5', headers)));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect((await history(other)).balance.available).toBe('5.00');
  });

  it.each([
    ['a blank reason', { amount: '5', reason: '  ' }, 'reason'],
    ['nothing', { amount: '0', reason: 'nothing at all' }, 'amount'],
    ['a negative amount', { amount: '-5', reason: 'a negative one' }, 'amount'],
    ['a fraction of a cent', { amount: '0.001', reason: 'too fine' }, 'amount'],
    ['a fraction of a cent as a number', { amount: 0.1 + 0.2 }, 'amount'],
    ['a huge number', { amount: 1e21 }, 'amount'],
    ['no amount', { reason: 'no amount' }, 'amount'],
    ['something else', { amount: true }, 'amount'],
  ])('with %s is rejected', async (_, body, field) => {
    const path = `/transactions/users/${customer.id}/deposit`;
    const answer = await product.call('POST', path, { token: operator.token, body });
    expect(answer.statusCode).toBe(422);
    expect(Object.keys(answer.json().errors)).toEqual([field]);
  });

  it.each([
    ['text', '5.10', '5.10'],
    ['a number', 5.1, '5.10'],
    ['a whole number', 7, '7.00'],
  ])('accepts an amount without a reason, as %s', async (_, amount, available) => {
    const other = await product.person();
    const path = `/transactions/users/${other.id}/deposit`;
    const answer = await product.call('POST', path, { token: operator.token, body: { amount } });
    expect(answer.statusCode, answer.body).toBe(201);
    expect(answer.json().data).toMatchObject({ available, reason: null });
    const taken = await product.call('POST', `/transactions/users/${other.id}/deduct`, {
      token: operator.token,
      body: { amount },
    });
    expect(taken.json().data).toMatchObject({ available: `-${available}`, balance_after: '0.00' });
  });

  it('is recorded in the audit log', async () => {
    const { rows } = await product.services.pool.query(
      "select action, actor_id, after from audit_entries where account_id = $1 and action = 'balance.manual_deposit'",
      [customer.accountId],
    );
    expect(rows[0]).toMatchObject({
      actor_id: String(operator.id),
      after: { amount: '100', reason: 'a deposit by hand' },
    });
  });
});

describe('the balance list', () => {
  it('shows all customers’ balances, searchable and sorted, without the operator', async () => {
    const list = async (query: string): Promise<UserBalance[]> =>
      (await product.call('GET', `/transactions/users?per_page=100&${query}`, { token: operator.token })).json().data;
    const all = await list('sort=available&order=desc');
    expect(all.map(({ id }) => id)).not.toContain(operator.id);
    expect(all[0]).toMatchObject({ id: customer.id, total_in: '100.00', total_out: '30.50' });
    expect(await list(`search=${customer.email.slice(0, 8)}`)).toContainEqual(all[0]);
    expect(await list('search=nobody-has-this-name')).toEqual([]);
  });

  it('links to each history, with the name of the staff member', async () => {
    await product.services.pool.query("update users set name = 'Olena' where id = $1", [operator.id]);
    const path = `/transactions/users/${customer.id}/get_history`;
    const { data, balance } = (await product.call('GET', path, { token: operator.token })).json();
    expect(data.map(({ staff_name }: Transaction) => staff_name)).toEqual(['Olena', 'Olena']);
    expect(balance.available).toBe('69.50');
  });
});
