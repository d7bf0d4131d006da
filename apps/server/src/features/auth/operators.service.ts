import { ROLES } from '@poklik/contract/roles';
import type { Services } from '../../services.ts';
import { countSuperAdmins } from './auth.repo.ts';
import { checkNewPassword, createVerifiedUser } from './auth.service.ts';
import type { PasswordHasher } from './passwords.ts';

/** Creates the operator from the settings unless one exists. */
export async function ensureOperator(
  services: Services,
  passwords: PasswordHasher,
  operator: { email: string; password: string },
): Promise<void> {
  if ((await countSuperAdmins(services.db)) === 0) await createOperator(services, passwords, operator);
}

/** Returns whether the email address was free. */
export async function createOperator(
  services: Pick<Services, 'db' | 'config'>,
  passwords: PasswordHasher,
  operator: { email: string; password: string },
): Promise<boolean> {
  checkNewPassword(services, operator.password, operator.email);
  const created = await createVerifiedUser(services.db, passwords, { ...operator, name: '', role: ROLES.SUPER_ADMIN });
  return created !== null;
}
