import { randomUUID } from 'node:crypto';
import { AppError } from '@poklik/contract/errors';
import type { Correction, Transaction } from '@poklik/contract/transactions';
import { transfer } from '@poklik/domain/ledger/journal';
import { toMinor } from '@poklik/domain/money/amount';
import type { Caller } from '../../../http/caller.ts';
import { runIdempotent } from '../../../http/idempotency.ts';
import type { Database } from '../../../stores/postgres.ts';
import { recordAudit } from '../../audit/audit.service.ts';
import { notifyWithEmail } from '../../notifications/notifications.service.ts';
import { postJournal } from '../ledger/ledger.service.ts';
import { toTransaction } from './transaction-history.service.ts';
import { findCustomer, listTransactions } from './transactions.repo.ts';

const ADJUSTMENTS = {
  deposit: { kind: 'manual_deposit', from: 'adjustments', to: 'available', notification: 'balance_deposited' },
  deduct: { kind: 'manual_deduction', from: 'available', to: 'adjustments', notification: 'balance_deducted' },
} as const;

type Adjustment = Correction & { direction: keyof typeof ADJUSTMENTS; userId: number };

/** Manual adjustment by the operator; the owner is notified with the reason. */
export const adjustBalance = (
  db: Database,
  caller: Caller,
  { direction, userId, amount, reason }: Adjustment,
): Promise<{ data: Transaction }> =>
  runIdempotent(db, caller, async (tx) => {
    const customer = await findCustomer(tx, userId);
    if (!customer) throw new AppError('not_found');
    const { accountId } = customer;
    const { kind, from, to, notification } = ADJUSTMENTS[direction];
    const { journalId } = await postJournal(tx, {
      kind,
      key: `correction:${randomUUID()}`,
      accountId,
      postings: transfer(from, to, toMinor(amount)),
      reference: `user:${userId}`,
      reason: reason ?? null,
      actorId: caller.userId,
    });
    const [row] = await listTransactions(tx, accountId, { journalId }, { limit: 1, offset: 0, order: 'desc' });
    if (!row) throw new Error('posted journal not found');
    const data = toTransaction(row, accountId, { isOperator: true });
    await recordAudit(tx, {
      actor: caller.userId,
      account: accountId,
      action: `balance.${kind}`,
      entity: `user:${userId}`,
      after: { amount, reason: reason ?? null, available: data.balance_after },
      ip: caller.ip,
    });
    const values = { amount, currency: row.currency, reason: reason ?? '—' };
    await notifyWithEmail(tx, customer, notification, values, 'profile?tab=billing');
    return { data };
  });
