import type { AccountClosure, AccountClosureTerms } from '@poklik/contract/account';
import { AppError, invalidField } from '@poklik/contract/errors';
import { BASE_CURRENCY } from '@poklik/contract/money';
import { sql } from 'drizzle-orm';
import type { Caller } from '../../http/caller.ts';
import { generateSecret } from '../../secret.ts';
import type { Services } from '../../services.ts';
import type { Database } from '../../stores/postgres.ts';
import { enqueue } from '../../stores/queue.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { type AuthTools, confirmPassword, getOwnUser } from '../auth/auth.service.ts';
import { hasTwoFactor, verifyTwoFactorIfEnabled } from '../auth/two-factor.service.ts';
import { cancelSubscription, getAccountBalance, hasMoneyLeft } from '../billing/billing.service.ts';
import { BLACK_LIST_CHANNEL } from '../black-list/black-list.service.ts';
import { updateCampaigns } from '../campaigns/campaigns.service.ts';
import { removeAccountDomains } from '../domains/domains.service.ts';
import { isLastOperator } from '../users/users.service.ts';
import { anonymizeUser, hasOpenWithdrawal, listCampaignIds, listMembers, removeAccountData } from './account.repo.ts';

const auditEvent = ({ userId, accountId, ip }: Caller, action: string) => ({
  actor: userId,
  account: accountId,
  action,
  entity: `account:${accountId}`,
  ip,
});

async function findClosingBlockers(db: Database, caller: Caller): Promise<AccountClosureTerms['blocked_by']> {
  const [isOpen, isLast] = [await hasOpenWithdrawal(db, caller.accountId), await isLastOperator(db, caller)];
  return [...(isOpen ? (['withdrawal_open'] as const) : []), ...(isLast ? (['last_super_admin'] as const) : [])];
}

export async function getClosingTerms({ db }: Services, caller: Caller): Promise<AccountClosureTerms> {
  const { accountId, userId } = caller;
  const [campaignIds, members, balance, requiresCode, blockers] = await Promise.all([
    listCampaignIds(db, accountId),
    listMembers(db, accountId),
    getAccountBalance(db, accountId),
    hasTwoFactor(db, userId),
    findClosingBlockers(db, caller),
  ]);
  return {
    campaigns: campaignIds.length,
    members: members.length - 1,
    balance: balance.available,
    pending: balance.pending,
    currency: BASE_CURRENCY,
    blocked_by: blockers,
    asks_code: requiresCode,
  };
}

/** Logs out every member, deletes the campaigns and anonymizes the users. Ledger and audit log stay. */
export async function closeAccount(
  services: Services,
  tools: AuthTools,
  caller: Caller,
  form: AccountClosure,
): Promise<void> {
  const { db, config } = services;
  await confirmClosing(services, tools, caller, form);
  // The hashed secret is discarded, so no password matches.
  const unusableHash = await tools.passwords.hash(generateSecret().secret);
  await db.transaction(async (tx) => {
    const [blocker] = await findClosingBlockers(tx, caller);
    if (blocker) throw new AppError(blocker);
    if ((await hasMoneyLeft(tx, caller.accountId)) && !form.give_up_balance)
      throw invalidField('give_up_balance', 'balance_left');
    const ids = await listCampaignIds(tx, caller.accountId);
    if (ids.length > 0)
      await updateCampaigns({ db: tx, config }, { ...caller, campaignIds: null }, { action: 'delete', ids });
    await cancelSubscription(tx, caller.accountId, new Date());
    await removeAccountData(tx, caller.accountId);
    await removeAccountDomains(tx, caller.accountId);
    await tx.execute(sql`select pg_notify(${BLACK_LIST_CHANNEL}, ${String(caller.accountId)})`);
    for (const member of await listMembers(tx, caller.accountId)) {
      await anonymizeUser(tx, member, unusableHash);
      const { email, name, locale: language } = member;
      await enqueue(tx, 'send_account_deleted', { email, name, language });
    }
    await recordAudit(tx, auditEvent(caller, 'account.deleted'));
  });
}

/** Requires the typed email address, the password and, if enabled, a two-factor code. */
async function confirmClosing(
  services: Services,
  tools: AuthTools,
  caller: Caller,
  form: AccountClosure,
): Promise<void> {
  const { email } = await getOwnUser(services.db, caller);
  if (form.confirmation !== email) throw invalidField('confirmation', 'confirmation_wrong');
  const user = await confirmPassword(services, tools, caller, form.password);
  await verifyTwoFactorIfEnabled(services, tools.throttle, user, form.code);
}
