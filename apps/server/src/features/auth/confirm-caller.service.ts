import { invalidField } from '@poklik/contract/errors';
import type { Caller } from '../../http/caller.ts';
import type { Services } from '../../services.ts';
import { type AuthTools, confirmPassword } from './auth.service.ts';
import { verifyTwoFactorIfEnabled } from './two-factor.service.ts';

/** Sent with a change that a stolen session must not make. */
export interface Confirmation {
  password?: string | undefined;
  code?: string | undefined;
}

/** Asks for the password, and the code if two-factor authentication is on. */
export async function confirmCaller(
  services: Services,
  tools: AuthTools,
  caller: Caller,
  { password, code }: Confirmation,
): Promise<void> {
  if (password === undefined) throw invalidField('password', 'password_needed');
  const user = await confirmPassword(services, tools, caller, password);
  await verifyTwoFactorIfEnabled(services, tools.throttle, user, code);
}
