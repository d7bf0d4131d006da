import { AppError } from '@poklik/contract/errors';
import type { OwnershipTransfer } from '@poklik/contract/team-users';
import type { Caller } from '../../http/caller.ts';
import type { Services } from '../../services.ts';
import type { Database } from '../../stores/postgres.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { type AuthTools, confirmPassword } from '../auth/auth.service.ts';
import { verifyTwoFactorIfEnabled } from '../auth/two-factor.service.ts';
import { notifyWithEmail } from '../notifications/notifications.service.ts';
import { findMember, replaceOwner } from './team-users.repo.ts';

async function getNewOwner(db: Database, { accountId, userId }: Caller, id: number) {
  const row = await findMember(db, accountId, id);
  if (!row) throw new AppError('not_found');
  const { user } = row;
  if (user?.status !== 'active' || user.id === userId) throw new AppError('status_conflict');
  return user;
}

/** Takes effect at once, since permissions are read on each request. The previous owner becomes an administrator. */
export async function transferOwnership(
  services: Services,
  tools: AuthTools,
  caller: Caller,
  id: number,
  form: OwnershipTransfer,
): Promise<string> {
  await getNewOwner(services.db, caller, id);
  const previousOwner = await confirmPassword(services, tools, caller, form.password);
  await verifyTwoFactorIfEnabled(services, tools.throttle, previousOwner, form.code);
  const { accountId } = caller;
  return services.db.transaction(async (tx) => {
    const newOwner = await getNewOwner(tx, caller, id);
    const isTransferred = await replaceOwner(tx, {
      accountId,
      previousOwnerId: previousOwner.id,
      newOwnerId: newOwner.id,
    });
    if (!isTransferred) throw new AppError('status_conflict');
    await recordAudit(tx, {
      actor: previousOwner.id,
      account: accountId,
      action: 'account.owner_changed',
      entity: `account:${accountId}`,
      before: { owner: previousOwner.email },
      after: { owner: newOwner.email },
      ip: caller.ip,
    });
    const people = { giver: previousOwner.email, heir: newOwner.email };
    await notifyWithEmail(tx, { id: previousOwner.id, accountId }, 'ownership_given', people, 'team-users');
    await notifyWithEmail(tx, { id: newOwner.id, accountId }, 'ownership_received', people, 'team-users');
    return newOwner.email;
  });
}
