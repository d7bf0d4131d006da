import type { Overview } from '@poklik/contract/overview';
import type { Database } from '../../../stores/postgres.ts';
import { findLastLedgerCheck } from './ledger-checks.repo.ts';

/** Result of the last nightly reconciliation. */
export async function getLedgerHealth(db: Database): Promise<Overview['data_health']['ledger']> {
  const check = await findLastLedgerCheck(db);
  if (!check) return { status: 'unknown', checked_at: null, findings: 0 };
  const { checkedAt, findings } = check;
  return { status: findings === 0 ? 'ok' : 'differs', checked_at: checkedAt.toISOString(), findings };
}
