import type { Transaction } from '@poklik/contract/transactions';
import { fromMinor } from '@poklik/domain/money/amount';
import type { TransactionRow } from './transactions.repo.ts';

export function toTransaction(
  row: TransactionRow,
  accountId: number,
  { isOperator }: { isOperator: boolean },
): Transaction {
  const by = row.actor === null ? 'product' : row.actor.accountId === accountId ? 'owner' : 'staff';
  return {
    id: row.id,
    kind: row.kind,
    created_at: row.createdAt.toISOString(),
    currency: row.currency,
    available: fromMinor(row.available),
    reserved: fromMinor(row.reserved),
    pending: fromMinor(row.pending),
    balance_after: row.balanceAfter === null ? null : fromMinor(BigInt(row.balanceAfter)),
    reference: row.reference,
    reason: row.reason,
    by,
    staff_name: isOperator && by === 'staff' ? row.actor?.name || (row.actor?.email ?? null) : null,
  };
}
