import { addEarnings, addOnHold } from '../money/earn-commission.ts';
import { PASSWORD, type Person, type TestApp } from '../test-app.ts';

/** Gives both users payout details, and creates a withdrawal and a commission to decide on. */
export async function prepareMoney(product: TestApp, operator: Person, user: Person): Promise<number[]> {
  const { services, call } = product;
  for (const person of [operator, user]) {
    await services.pool.query('update users set email_verified_at = now() where id = $1', [person.id]);
    // Updated directly, because an open withdrawal may have any status.
    await services.pool.query(
      "update withdrawals set status = 'rejected' where account_id = $1 and status in ('pending', 'approved', 'processing')",
      [person.accountId],
    );
    await addEarnings(services, person.accountId, 10_000n);
    await services.pool.query(
      `insert into payout_details (account_id, method, sealed, masked, fingerprint, is_replacement)
       values ($1, 'other', $2, '••••', 'somewhere', false)`,
      [person.accountId, services.secrets.seal(JSON.stringify({ holder: '', account: 'somewhere' }))],
    );
  }
  await services.pool.query('delete from sessions where user_id = $1', [user.id]);
  const { email } = user;
  user.token = (await call('POST', '/login', { body: { email, password: PASSWORD } })).json().token;
  const request = await call('POST', '/withdrawals', { token: user.token, body: { amount: '50' } });
  await addOnHold(services, user.accountId, 1_000n);
  const { rows } = await services.pool.query(
    `insert into commissions (account_id, beneficiary_id, referral_id, source, base_minor, basis_points, amount_minor, currency, status, release_at)
     select $1, $2, $3, 'test:' || gen_random_uuid(), 1000, 1000, 100, 'USD', 'held', now() from generate_series(1, 10) returning id`,
    [user.accountId, user.id, (await product.person()).id],
  );
  // Repeated to make it likely, because only one can be open at a time.
  const requests = Array<number>(20).fill(request.json().data.id);
  return [user.id, ...requests, ...rows.map(({ id }) => Number(id))];
}
