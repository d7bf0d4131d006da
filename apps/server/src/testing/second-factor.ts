import { codeForStep, generateTotpSecret, stepAt } from '../features/auth/totp.ts';
import type { TestApp } from './test-app.ts';

/** The code that is shown `steps` half minutes from now, so that tests do not wait for the next code. */
export const codeIn = (secret: string, steps: number): string => codeForStep(secret, stepAt(new Date()) + steps);

export const codeNow = (secret: string): string => codeIn(secret, 0);

/** Codes around the half minute of the first call: a code stays the same code when the next half minute begins. */
export function codesFromNow(secret: string): (steps: number) => string {
  const now = stepAt(new Date());
  return (steps) => codeForStep(secret, now + steps);
}

/** Inserts a two-factor secret, active or waiting for its first code; returns it. */
export async function enableSecondFactor(
  { services }: Pick<TestApp, 'services'>,
  userId: number,
  state: 'enabled' | 'pending',
): Promise<string> {
  const secret = generateTotpSecret();
  await services.pool.query(
    `insert into two_factors (user_id, sealed_secret, enabled_at) values ($1, $2, $3)
     on conflict (user_id) do update set sealed_secret = excluded.sealed_secret, enabled_at = excluded.enabled_at, last_step = 0`,
    [userId, services.secrets.seal(secret), state === 'enabled' ? new Date() : null],
  );
  return secret;
}
