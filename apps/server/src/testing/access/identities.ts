import { ROLES } from '@poklik/contract/roles';
import type { Person, TestApp } from '../test-app.ts';

/** Everybody who may knock. A new kind of caller is added here, and then to every audience of the table. */
export const IDENTITIES = [
  'none',
  'malformed',
  'idle',
  'expired',
  'revoked',
  'blocked',
  'userA',
  'userB',
  'admin',
  'superAdmin',
] as const;
export type Identity = (typeof IDENTITIES)[number];

export interface World {
  product: TestApp;
  people: Record<'userA' | 'userB' | 'admin' | 'superAdmin', Person>;
  /** What the identity shows as its token; sessions that work are new at each call, because a call may end one. */
  tokenOf(identity: Identity): Promise<string | undefined>;
}

const HOUR = 3_600_000;
/** Longer than any role may lie idle resp. stay signed in. */
const LONG_IDLE = 13 * HOUR;
const LONG_AGO = 8 * 24 * HOUR;

export async function createWorld(product: TestApp): Promise<World> {
  const people = {
    userA: await product.person(),
    userB: await product.person(),
    admin: await product.person({ role: ROLES.ADMIN }),
    superAdmin: await product.person({ role: ROLES.SUPER_ADMIN }),
  };
  const { pool } = product.services;
  // Otherwise nobody could pay.
  await pool.query('update users set email_verified_at = now()');
  const signIn = async ({ email, password }: Person): Promise<string> => {
    const answer = await product.call('POST', '/login', { body: { email, password } });
    if (answer.statusCode !== 200) throw new Error(`cannot sign in as ${email}: ${answer.body}`);
    return answer.json().token;
  };
  const sessionSeen = async (createdAgo: number, seenAgo: number): Promise<string> => {
    const person = await product.person();
    await pool.query('update sessions set created_at = $2, last_seen_at = $3 where user_id = $1', [
      person.id,
      new Date(Date.now() - createdAgo),
      new Date(Date.now() - seenAgo),
    ]);
    return person.token;
  };
  const revoked = await signIn(people.userA);
  await product.call('POST', '/logout', { token: revoked });
  const blocked = await product.person();
  await pool.query("update users set status = 'blocked' where id = $1", [blocked.id]);
  const dead: Partial<Record<Identity, string | undefined>> = {
    none: undefined,
    malformed: 'not a token; drop table users',
    idle: await sessionSeen(LONG_IDLE, LONG_IDLE),
    expired: await sessionSeen(LONG_AGO, 0),
    revoked,
    blocked: blocked.token,
  };
  return {
    product,
    people,
    tokenOf: async (identity) =>
      identity in people ? signIn(people[identity as keyof typeof people]) : dead[identity],
  };
}
