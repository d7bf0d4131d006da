import { removeExpiredKeys } from '../../../http/idempotency.ts';
import type { Services } from '../../../services.ts';
import { insertLedgerCheck } from './ledger-checks.repo.ts';
import { reconcile } from './reconcile.ts';

export const ledgerJobs = ({ db, log }: Services): Record<string, () => Promise<void>> => ({
  forget_requests: async () => {
    await removeExpiredKeys(db);
  },
  /** Reports findings as errors; nothing is corrected automatically. */
  reconcile_ledger: async () => {
    const findings = await reconcile(db);
    await insertLedgerCheck(db, findings.length);
    for (const finding of findings) log.error(finding, 'ledger reconciliation found a broken rule');
  },
});

/** Cron expressions. */
export const ledgerSchedule = ['23 * * * * forget_requests', '41 2 * * * reconcile_ledger'];
