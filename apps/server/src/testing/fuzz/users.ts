import { generateSecret } from '../../secret.ts';
import type { Person, TestApp } from '../test-app.ts';

/** Creates API tokens and invitations of the operator, within the limits; returns their IDs and those of all users. */
export async function prepareUsers({ services }: TestApp, { id, accountId }: Person): Promise<number[]> {
  const { pool } = services;
  await pool.query('update users set email_verified_at = now() where id = $1', [id]);
  await pool.query('delete from api_tokens where account_id = $1', [accountId]);
  await pool.query('delete from team_members where account_id = $1 and user_id is null', [accountId]);
  const planted = await Promise.all(
    Array.from({ length: 5 }, async () => [
      await pool.query(
        `insert into api_tokens (account_id, created_by_id, name, prefix, token_hash, scopes)
         values ($1, $2, 'planted', 'pk_', $3, '{campaigns:read}') returning id`,
        [accountId, id, generateSecret().hash],
      ),
      await pool.query(
        "insert into team_members (account_id, email, role) values ($1, gen_random_uuid() || '@example.test', 'EDITOR') returning id",
        [accountId],
      ),
    ]),
  );
  const others = await pool.query('select id from users where role = 1 order by id');
  return [...planted.flat(), others].flatMap(({ rows }) => rows.map((row) => Number(row.id)));
}
