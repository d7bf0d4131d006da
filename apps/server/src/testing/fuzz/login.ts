import { generateSecret } from '../../secret.ts';
import { codeNow, enableSecondFactor } from '../second-factor.ts';
import type { Person, TestApp } from '../test-app.ts';
import type { Place } from './requests.ts';
import type { Known } from './valid-values.ts';

export async function insertResetLink({ services }: TestApp, { id }: Person): Promise<string> {
  const { secret, hash } = generateSecret();
  await services.pool.query(
    "insert into link_tokens (purpose, user_id, token_hash, expires_at) values ('reset_password', $1, $2, now() + interval '1 hour')",
    [id, hash],
  );
  return secret;
}

/** More sessions than the requests can end. */
export async function insertSessions({ services }: TestApp, { id }: Person, count: number): Promise<number[]> {
  const { rows } = await services.pool.query(
    `insert into sessions (user_id, token_hash, ip, user_agent)
     select $1, gen_random_uuid(), '192.0.2.1', '' from generate_series(1, $2) returning id`,
    [id, count],
  );
  return rows.map((row) => Number(row.id));
}

/** Sets the state that the operation requires and provides the current two-factor code. */
export async function prepareSecondFactor(product: TestApp, { id }: Person, { path, method }: Place): Promise<Known> {
  await product.services.pool.query('delete from two_factors');
  if (path === '/users/{id}/two_factor') return { id: await peopleWithSecondFactor(product) };
  if (!path.startsWith('/two_factor') || (path === '/two_factor' && method === 'post')) return {};
  return { code: [codeNow(await enableSecondFactor(product, id, method === 'put' ? 'pending' : 'enabled'))] };
}

/** A new user for each call, because disabling two-factor authentication ends the session. */
async function peopleWithSecondFactor(product: TestApp): Promise<number[]> {
  const { id } = await product.person();
  await enableSecondFactor(product, id, 'enabled');
  return [id];
}
