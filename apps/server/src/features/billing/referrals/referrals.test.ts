import { ROLES } from '@poklik/contract/roles';
import { transfer } from '@poklik/domain/ledger/journal';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, PASSWORD, type Person, type TestApp } from '../../../testing/test-app.ts';
import { getBalance } from '../ledger/ledger.repo.ts';
import { postJournal } from '../ledger/ledger.service.ts';
import { accrueCommission, releaseDueCommissions, reverseCommission } from './commissions.service.ts';

let product: TestApp;
let operator: Person;
let admin: Person;
let referrer: Person;
let code: string;
beforeAll(async () => {
  product = await createTestApp();
  operator = await product.person({ role: ROLES.SUPER_ADMIN });
  admin = await product.person({ role: ROLES.ADMIN });
});
afterAll(() => product.close());
beforeEach(async () => {
  referrer = await product.person();
  code = (await product.call('GET', '/profile', { token: referrer.token })).json().referral_code;
});

let people = 0;
/** Signs up through the referrer's link. */
async function referral(options: { email?: string; ip?: string } = {}): Promise<Person> {
  people += 1;
  const email = options.email ?? `friend-${people}@example.test`;
  const body = { email, password: PASSWORD, password_confirmation: PASSWORD, accept_terms: true, ref: code };
  await product.call('POST', '/register', { body, ip: options.ip ?? '127.0.0.1' });
  const { rows } = await product.services.pool.query('select id, account_id from users where email = $1', [email]);
  return { id: Number(rows[0].id), accountId: Number(rows[0].account_id), email, password: PASSWORD, token: '' };
}

let payments = 0;
const pay = async (payer: Person, netMinor: bigint, reference = `payment:${++payments}`): Promise<string> => {
  const { db, config } = product.services;
  await db.transaction((tx) =>
    accrueCommission(tx, { accountId: payer.accountId, reference, netMinor }, config.referrals),
  );
  return reference;
};
const refund = (reference: string, refundedMinor: bigint) =>
  product.services.db.transaction((tx) => reverseCommission(tx, { reference, refundedMinor }));
const balance = () => getBalance(product.services.db, referrer.accountId);
const skipHold = () =>
  product.services.pool.query("update commissions set release_at = now() - interval '1 second' where account_id = $1", [
    referrer.accountId,
  ]);
const get = async (path: string, person = referrer) =>
  (await product.call('GET', path, { token: person.token })).json();
const listCommissions = async () => (await get('/referrals/commissions?order=asc')).data;

describe('a commission', () => {
  it('is 10% of the payment, on hold for thirty days, and sends an email', async () => {
    const friend = await referral();
    await pay(friend, 7_900n);
    expect(await balance()).toMatchObject({ pending: 790n, available: 0n });
    const [commission] = await listCommissions();
    expect(commission).toMatchObject({ base: '79.00', percent: '10', amount: '7.90', status: 'pending' });
    expect(commission.email).toBe(`f••••@example.test`);
    const days = (Date.parse(commission.release_at) - Date.parse(commission.created_at)) / 86_400_000;
    expect(days).toBe(30);
    expect((await product.findEmail(referrer.email, /commission/i)).text).toContain('7.90 USD');
    expect(await releaseDueCommissions(product.services)).toBe(0);
  });

  it('is released after the hold and can be withdrawn', async () => {
    await pay(await referral(), 7_900n);
    await skipHold();
    expect(await releaseDueCommissions(product.services)).toBe(1);
    expect(await releaseDueCommissions(product.services)).toBe(0);
    expect(await balance()).toEqual({ available: 790n, reserved: 0n, pending: 0n, withdrawable: 790n });
  });

  it('is released when the balance is read, without waiting for the job', async () => {
    await pay(await referral(), 7_900n);
    await skipHold();
    const answer = await product.call('GET', '/withdrawals/terms', { token: referrer.token });
    expect(answer.json().data).toMatchObject({ withdrawable: '7.90', pending: '0.00', next_release_at: null });
  });

  it('that cannot be released does not block others', async () => {
    await pay(await referral(), 7_900n);
    const { db, pool } = product.services;
    const { rows } = await pool.query('select max(id)::int as id from commissions');
    const key = `commission:${rows[0].id}:release`;
    const postings = transfer('adjustments', 'available', 1n);
    // Another journal has its key, so releasing it always fails.
    await db.transaction((tx) =>
      postJournal(tx, {
        kind: 'manual_deposit',
        key,
        accountId: operator.accountId,
        postings,
        reference: `user:${operator.id}`,
      }),
    );
    await pay(await referral(), 1_000n);
    await skipHold();
    expect(await releaseDueCommissions(product.services)).toBe(1);
    expect(await balance()).toMatchObject({ available: 100n, pending: 790n });
    await pool.query("update commissions set release_at = now() + interval '1 day' where id = $1", [rows[0].id]);
  });

  it('is created once per payment, however often the payment is applied', async () => {
    const friend = await referral();
    const reference = await pay(friend, 7_900n);
    await Promise.all(Array.from({ length: 8 }, () => pay(friend, 7_900n, reference)));
    expect(await balance()).toMatchObject({ pending: 790n });
    expect(await listCommissions()).toHaveLength(1);
  });

  it('is not created without a referrer, nor for a payment too small to share', async () => {
    await pay(await product.person(), 7_900n);
    await pay(await referral(), 9n);
    expect(await listCommissions()).toEqual([]);
  });

  it('on hold is reversed in proportion to each refund', async () => {
    const reference = await pay(await referral(), 7_900n);
    await refund(reference, 3_950n);
    expect(await balance()).toMatchObject({ pending: 395n });
    await refund(reference, 3_950n);
    await refund(reference, 7_900n);
    expect(await balance()).toMatchObject({ pending: 0n, available: 0n });
    expect((await listCommissions())[0]).toMatchObject({ status: 'reversed', reversed: '7.90' });
    await skipHold();
    expect(await releaseDueCommissions(product.services)).toBe(0);
  });

  it('that was already spent leaves a debt, which the next one covers', async () => {
    const friend = await referral();
    const first = await pay(friend, 7_900n);
    await skipHold();
    await releaseDueCommissions(product.services);
    const path = `/transactions/users/${referrer.id}/deduct`;
    await product.call('POST', path, { token: operator.token, body: { amount: '5', reason: 'spent elsewhere' } });
    await refund(first, 7_900n);
    expect(await balance()).toMatchObject({ available: -500n, withdrawable: 0n });
    await pay(friend, 19_900n);
    await skipHold();
    await releaseDueCommissions(product.services);
    expect(await balance()).toMatchObject({ available: 1_490n, withdrawable: 1_490n });
  });

  it('uses the referrer’s custom rate', async () => {
    const path = `/referrals/users/${referrer.id}/rate`;
    const set = (percent: string | null) => product.call('PUT', path, { token: operator.token, body: { percent } });
    expect((await set('25.5')).json().data).toEqual({ percent: '25.5', is_own: true });
    await pay(await referral(), 10_000n);
    expect(await balance()).toMatchObject({ pending: 2_550n });
    expect((await get('/referrals')).summary.percent).toBe('25.5');
    expect((await set(null)).json().data).toEqual({ percent: '10', is_own: false });
  });
});

describe('a possible self-referral', () => {
  it.each([
    ['mailbox', () => referral({ email: referrer.email.replace('@', '+friend@') }), ['same_email']],
    [
      'IP address',
      async () => {
        await product.services.pool.query("update users set sign_up_ip = '203.0.113.5' where id = $1", [referrer.id]);
        return referral({ ip: '203.0.113.5' });
      },
      ['same_ip'],
    ],
  ] as const)('with the same %s is on hold until staff review it', async (_, make, reasons) => {
    const friend = await make();
    await pay(friend, 10_000n);
    expect((await listCommissions())[0].status).toBe('held');
    await skipHold();
    expect(await releaseDueCommissions(product.services)).toBe(0);
    const held = (await get('/referrals/held?per_page=100', admin)).data.find(
      (each: { referral: { id: number } }) => each.referral.id === friend.id,
    );
    expect(held).toMatchObject({ held_for: reasons, referrer: { id: referrer.id, email: referrer.email } });
    const review = (decision: string) =>
      product.call('PUT', `/referrals/commissions/${held.id}/review`, {
        token: admin.token,
        body: { decision, reason: 'we asked them both' },
      });
    expect((await review('release')).json().data.status).toBe('pending');
    expect((await review('reverse')).json().code).toBe('status_conflict');
    expect(await releaseDueCommissions(product.services)).toBe(1);
    expect(await balance()).toMatchObject({ available: 1_000n });
  });

  it('loses the commission when staff reverse it', async () => {
    await pay(await referral({ email: referrer.email.replace('@', '+me@') }), 10_000n);
    const [{ id }] = await listCommissions();
    const body = { decision: 'reverse', reason: 'the same person' };
    await product.call('PUT', `/referrals/commissions/${id}/review`, { token: admin.token, body });
    expect(await balance()).toMatchObject({ pending: 0n, available: 0n });
    expect((await listCommissions())[0].status).toBe('reversed');
  });

  it('cannot be approved by the staff member it belongs to', async () => {
    referrer = await product.person({ role: ROLES.ADMIN });
    code = (await get('/profile')).referral_code;
    await pay(await referral({ email: referrer.email.replace('@', '+x@') }), 10_000n);
    const [{ id }] = await listCommissions();
    const body = { decision: 'release', reason: 'it is me' };
    const answer = await product.call('PUT', `/referrals/commissions/${id}/review`, { token: referrer.token, body });
    expect(answer.json().code).toBe('own_request');
  });
});

describe('the funnel', () => {
  it('counts daily visitors, sign-ups, paying referrals and earnings', async () => {
    const visit = (ip: string, ref = code) => product.call('POST', '/referrals/visits', { body: { ref }, ip });
    for (const ip of ['203.0.113.1', '203.0.113.1', '203.0.113.2']) expect((await visit(ip)).statusCode).toBe(200);
    expect((await visit('203.0.113.3', 'NOBODY22')).statusCode).toBe(200);
    const friend = await referral();
    await referral();
    await pay(friend, 10_000n);
    await pay(friend, 5_000n);
    const { data, summary } = await get('/referrals?sort=payments');
    expect(summary).toMatchObject({
      visits: 2,
      sign_ups: 2,
      paying: 1,
      earned: '15.00',
      pending: '15.00',
      paid: '0.00',
    });
    expect(data).toMatchObject([
      { payments: 2, commission: '15.00', is_paying: true },
      { payments: 0, commission: '0.00', is_paying: false },
    ]);
    expect(JSON.stringify(data)).not.toContain(friend.email);
  });

  it('is not visible to other accounts', async () => {
    await pay(await referral(), 10_000n);
    const stranger = await product.person();
    expect((await get('/referrals', stranger)).data).toEqual([]);
    expect((await get('/referrals/commissions', stranger)).data).toEqual([]);
  });
});

describe('a commission that was withdrawn', () => {
  it('is shown as paid, oldest first', async () => {
    const friend = await referral();
    await pay(friend, 30_000n);
    await pay(friend, 30_000n);
    await skipHold();
    await releaseDueCommissions(product.services);
    const { pool } = product.services;
    await pool.query('update users set email_verified_at = now() where id = $1', [referrer.id]);
    const { token } = referrer;
    const payout = { method: 'paypal', holder: '', account: 'me@example.test', password: PASSWORD };
    await product.call('PUT', '/payout_details', { token, body: payout });
    const { id } = (await product.call('POST', '/withdrawals', { token, body: { amount: '40' } })).json().data;
    for (const status of ['approved', 'processing', 'paid'])
      await product.call('PUT', `/withdrawals/${id}/change-status`, { token: admin.token, body: { status } });
    expect((await listCommissions()).map(({ status }: { status: string }) => status)).toEqual(['paid', 'available']);
    expect((await get('/referrals/commissions?status=paid')).meta.total).toBe(1);
    expect((await get('/referrals')).summary).toMatchObject({ earned: '60.00', available: '20.00', paid: '40.00' });
  });
});
