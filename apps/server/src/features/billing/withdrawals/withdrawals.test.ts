import { ROLES, type Role } from '@poklik/contract/roles';
import type { Withdrawal, WithdrawalStatus } from '@poklik/contract/withdrawals';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addEarnings } from '../../../testing/money/earn-commission.ts';
import { createTestApp, PASSWORD, type Person, type TestApp } from '../../../testing/test-app.ts';
import { getBalance } from '../ledger/ledger.repo.ts';

let product: TestApp;
let admin: Person;
let operator: Person;
let owner: Person;
beforeAll(async () => {
  product = await createTestApp();
  admin = await product.person({ role: ROLES.ADMIN });
  operator = await product.person({ role: ROLES.SUPER_ADMIN });
});
afterAll(() => product.close());

const CARD = { method: 'card', holder: 'ANNA KOVALENKO', account: '4242 4242 4242 4242', password: PASSWORD };
const verify = ({ id }: Person) =>
  product.services.pool.query('update users set email_verified_at = now() where id = $1', [id]);
const savePayout = (person: Person, body: object = CARD) =>
  product.call('PUT', '/payout_details', { token: person.token, body });
const postWithdrawal = (person: Person, amount = '50', headers: Record<string, string> = {}) =>
  product.call('POST', '/withdrawals', { token: person.token, body: { amount }, headers });
const changeStatus = (person: Person, id: number, status: WithdrawalStatus, rest: object = {}) =>
  product.call('PUT', `/withdrawals/${id}/change-status`, { token: person.token, body: { id, status, ...rest } });
const balance = (person: Person) => getBalance(product.services.db, person.accountId);

/** A new user with 100.00 in earnings, ready to withdraw. */
async function newOwner(role: Role = ROLES.USER): Promise<Person> {
  const person = await product.person({ role });
  await verify(person);
  await addEarnings(product.services, person.accountId, 10_000n);
  await savePayout(person);
  return person;
}
beforeEach(async () => {
  owner = await newOwner();
});

async function requestWithdrawal(amount = '50'): Promise<Withdrawal> {
  const answer = await postWithdrawal(owner, amount);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json().data;
}

describe('a withdrawal request', () => {
  it('reserves the money at once and shows masked details', async () => {
    const request = await requestWithdrawal();
    expect(request).toMatchObject({
      amount: '50.00',
      fee: '0.00',
      net: '50.00',
      currency: 'USD',
      method: 'card',
      details: '•••• 4242',
      status: 'pending',
      is_own: true,
      next: ['cancelled'],
    });
    expect(await balance(owner)).toMatchObject({ available: 5_000n, reserved: 5_000n, withdrawable: 5_000n });
    const { body } = await product.call('GET', '/withdrawals', { token: owner.token });
    expect(body).not.toContain('4242 4242');
    expect((await product.findEmail(owner.email, /requested/i)).text).toContain('50.00 USD');
  });

  it.each([
    ['more than was earned', '100.01', 409, 'balance_too_low'],
    ['less than the minimum', '19.99', 422, 'invalid_request'],
  ])('for %s is rejected and reserves nothing', async (_, amount, status, code) => {
    const answer = await postWithdrawal(owner, amount);
    expect(answer.statusCode).toBe(status);
    expect(answer.json().code).toBe(code);
    expect(await balance(owner)).toMatchObject({ available: 10_000n, reserved: 0n });
  });

  it('is rejected while another is open, before the email is verified, and without payout details', async () => {
    await requestWithdrawal();
    expect((await postWithdrawal(owner)).json().code).toBe('withdrawal_open');
    const newcomer = await product.person();
    await addEarnings(product.services, newcomer.accountId, 10_000n);
    expect((await postWithdrawal(newcomer)).json().code).toBe('email_not_verified');
    await verify(newcomer);
    expect((await postWithdrawal(newcomer)).json().code).toBe('payout_missing');
  });

  it('for deposited money is rejected: only earnings can be withdrawn', async () => {
    const payer = await product.person();
    await verify(payer);
    await savePayout(payer);
    const body = { amount: '500', reason: 'a gift of the house' };
    const path = `/transactions/users/${payer.id}/deposit`;
    expect((await product.call('POST', path, { token: operator.token, body })).statusCode).toBe(201);
    expect((await postWithdrawal(payer)).json().code).toBe('balance_too_low');
  });

  it('is created once in 60 concurrent attempts', async () => {
    const answers = await Promise.all(Array.from({ length: 60 }, () => postWithdrawal(owner, '40')));
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
    expect(await balance(owner)).toMatchObject({ available: 6_000n, reserved: 4_000n });
  });

  it('has one effect and one response per Idempotency-Key, and another body is rejected', async () => {
    const headers = { 'idempotency-key': `mine-${owner.id}` };
    const answers = await Promise.all(Array.from({ length: 20 }, () => postWithdrawal(owner, '40', headers)));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(answers[0]?.statusCode).toBe(201);
    const other = await postWithdrawal(owner, '41', headers);
    expect([other.statusCode, other.json().code]).toEqual([422, 'idempotency_key_reused']);
    expect(await balance(owner)).toMatchObject({ reserved: 4_000n });
  });
});

describe('staff', () => {
  it('take a request from pending to paid, and the money leaves once', async () => {
    const { id } = await requestWithdrawal();
    for (const status of ['approved', 'processing', 'paid'] as const) {
      const answer = await changeStatus(admin, id, status, { external_id: 'SEPA-1' });
      expect(answer.json().data.status, answer.body).toBe(status);
    }
    expect(await balance(owner)).toMatchObject({ available: 5_000n, reserved: 0n, withdrawable: 5_000n });
    const [paid] = (await product.call('GET', '/withdrawals', { token: owner.token })).json().data;
    expect(paid).toMatchObject({ status: 'paid', external_id: 'SEPA-1', next: [] });
    expect(paid.paid_at).not.toBeNull();
    expect((await product.findEmail(owner.email, /paid/i)).text).toContain('50.00 USD');
    expect((await changeStatus(admin, id, 'paid')).json().code).toBe('status_conflict');
  });

  it.each([
    ['pending', 'rejected', []],
    ['approved', 'rejected', ['approved']],
    ['processing', 'failed', ['approved', 'processing']],
  ] as const)('must give a reason to turn a %s request into %s, and the money returns', async (_, status, before) => {
    const { id } = await requestWithdrawal();
    for (const step of before) await changeStatus(admin, id, step);
    const silent = await changeStatus(admin, id, status);
    expect(silent.statusCode).toBe(422);
    expect(Object.keys(silent.json().errors)).toEqual(['reason']);
    const answer = await changeStatus(admin, id, status, { reason: 'The bank does not know this card' });
    expect(answer.json().data).toMatchObject({ status, reason: 'The bank does not know this card' });
    expect(await balance(owner)).toEqual({ available: 10_000n, reserved: 0n, pending: 0n, withdrawable: 10_000n });
    expect((await product.findEmail(owner.email, /rejected|failed/i)).text).toContain('does not know this card');
  });

  it('cannot review their own request, but can cancel it', async () => {
    const self = await newOwner(ROLES.ADMIN);
    const { id } = (await postWithdrawal(self)).json().data;
    for (const status of ['approved', 'rejected'] as const)
      expect((await changeStatus(self, id, status, { reason: 'mine' })).json().code).toBe('own_request');
    expect((await changeStatus(self, id, 'cancelled')).json().data.status).toBe('cancelled');
    expect(await balance(self)).toMatchObject({ available: 10_000n, reserved: 0n });
  });

  it('need two approvers from the threshold on', async () => {
    await addEarnings(product.services, owner.accountId, 200_000n);
    const { id, approvals } = await requestWithdrawal('1500');
    expect(approvals).toEqual({ given: 0, needed: 2 });
    const first = (await changeStatus(admin, id, 'approved')).json().data;
    expect(first).toMatchObject({ status: 'pending', approvals: { given: 1, needed: 2 }, next: ['rejected'] });
    expect((await changeStatus(admin, id, 'approved')).json().code).toBe('second_approver_needed');
    const second = (await changeStatus(operator, id, 'approved')).json().data;
    expect(second).toMatchObject({ status: 'approved', approvals: { given: 2, needed: 2 } });
  });

  it('see unmasked payout details, which is audited, and export a bank file', async () => {
    const { id } = await requestWithdrawal();
    const payout = await product.call('GET', `/withdrawals/${id}/payout`, { token: admin.token });
    expect(payout.json().data).toEqual({ method: 'card', holder: 'ANNA KOVALENKO', account: '4242 4242 4242 4242' });
    const { rows } = await product.services.pool.query(
      "select actor_id from audit_entries where entity = $1 and action = 'withdrawal.details_read'",
      [`withdrawal:${id}`],
    );
    expect(rows).toEqual([{ actor_id: String(admin.id) }]);
    await changeStatus(admin, id, 'approved');
    const file = (await product.call('GET', '/withdrawals/export', { token: admin.token })).json().data;
    expect(file.text).toMatch(new RegExp(`\\r\\n${id},[^,]+,card,ANNA KOVALENKO,4242 4242 4242 4242,50.00,USD,`));
  });

  it('find requests by status, method and user', async () => {
    const { id } = await requestWithdrawal();
    const found = async (query: string) =>
      (await product.call('GET', `/withdrawals?${query}`, { token: admin.token }))
        .json()
        .data.map((each: Withdrawal) => each.id);
    const search = `search=${encodeURIComponent(owner.email)}`;
    expect(await found(search)).toEqual([id]);
    expect(await found(`${search}&status=pending&method=card`)).toEqual([id]);
    expect(await found(`${search}&status=paid`)).toEqual([]);
    expect(await found(`${search}&method=bank`)).toEqual([]);
    expect(await found('scope=own')).toEqual([]);
  });
});

describe('the owner', () => {
  it('can cancel while it is pending, and not later', async () => {
    const first = await requestWithdrawal();
    expect((await changeStatus(owner, first.id, 'cancelled')).json().data.status).toBe('cancelled');
    expect(await balance(owner)).toMatchObject({ available: 10_000n, reserved: 0n, withdrawable: 10_000n });
    const second = await requestWithdrawal();
    await changeStatus(admin, second.id, 'approved');
    expect((await changeStatus(owner, second.id, 'cancelled')).json().code).toBe('status_conflict');
  });

  it('cannot approve, nor see or change another account’s request', async () => {
    const { id } = await requestWithdrawal();
    const stranger = await newOwner();
    expect((await changeStatus(owner, id, 'approved')).statusCode).toBe(403);
    expect((await changeStatus(stranger, id, 'cancelled')).statusCode).toBe(404);
    expect((await product.call('GET', '/withdrawals', { token: stranger.token })).json().data).toEqual([]);
  });

  it('and staff acting concurrently: one wins, and the money moves once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id } = await requestWithdrawal('20');
      const answers = await Promise.all([
        changeStatus(owner, id, 'cancelled'),
        changeStatus(admin, id, 'rejected', { reason: 'too late' }),
        changeStatus(operator, id, 'rejected', { reason: 'too late' }),
      ]);
      expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
      expect(await balance(owner)).toMatchObject({ available: 10_000n, reserved: 0n });
    }
  });
});

describe('payout details', () => {
  it('are encrypted in the database, and the owner gets an email', async () => {
    const { rows } = await product.services.pool.query('select * from payout_details where account_id = $1', [
      owner.accountId,
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/4242 ?4242 ?4242|KOVALENKO/);
    expect((await product.findEmail(owner.email, /details/i)).text).toContain('•••• 4242');
  });

  it('require the password', async () => {
    const answer = await savePayout(owner, { ...CARD, password: 'not the password' });
    expect(answer.statusCode).toBe(422);
    expect(Object.keys(answer.json().errors)).toEqual(['password']);
  });

  it.each([
    ['bank', 'UA213223130000026007233566001', 200],
    ['bank', 'UA213223130000026007233566002', 422],
    ['card', '4242 4242 4242 4241', 422],
    ['paypal', 'anna@example.com', 200],
    ['paypal', 'anna', 422],
    ['usdt_trc20', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', 200],
    ['usdt_trc20', '0x52908400098527886E0F7030069857D2E4169EE7', 422],
    ['other', 'Cash at the office', 200],
  ])('for %s %s return %i', async (method, account, status) => {
    const answer = await savePayout(owner, { method, account, holder: 'Anna', password: PASSWORD });
    expect(answer.statusCode).toBe(status);
    if (status === 422) expect(Object.keys(answer.json().errors)).toEqual(['account']);
  });

  it('that replaced others cannot be approved for two days', async () => {
    await savePayout(owner, { ...CARD, account: '5555 5555 5555 4444' });
    const { id } = await requestWithdrawal();
    expect((await changeStatus(admin, id, 'approved')).json().code).toBe('payout_resting');
    // Both the owner and staff see until when.
    const [seen] = (await product.call('GET', `/withdrawals?search=${id}`, { token: admin.token })).json().data;
    const [own] = (await product.call('GET', '/withdrawals', { token: owner.token })).json().data;
    const terms = (await product.call('GET', '/withdrawals/terms', { token: owner.token })).json().data;
    const hours = (Date.parse(seen.approvable_from) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(47);
    expect(hours).toBeLessThanOrEqual(48);
    expect(seen.next).not.toContain('approved');
    expect(own.approvable_from).toBe(seen.approvable_from);
    expect(terms.payout.approvable_from).toBe(seen.approvable_from);
    await product.services.pool.query(
      "update payout_details set created_at = now() - interval '49 hours' where account_id = $1",
      [owner.accountId],
    );
    expect((await changeStatus(admin, id, 'approved')).statusCode).toBe(200);
  });

  it('and blockers are returned with the terms', async () => {
    const terms = async () => (await product.call('GET', '/withdrawals/terms', { token: owner.token })).json().data;
    expect(await terms()).toMatchObject({
      minimum: '20.00',
      withdrawable: '100.00',
      blocked_by: [],
      payout: { method: 'card', details: '•••• 4242' },
    });
    await requestWithdrawal('90');
    expect((await terms()).blocked_by).toEqual(['request_open', 'below_minimum']);
  });
});
