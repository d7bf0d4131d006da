import { forgetOldRequests } from '../../http/idempotency.ts';
import type { Services } from '../../services.ts';
import { insertLedgerCheck } from './ledger-checks.repo.ts';
import { reconcile } from './reconcile.ts';

export const ledgerJobs = ({ db, log }: Services): Record<string, () => Promise<void>> => ({
  forget_requests: async () => {
    await forgetOldRequests(db);
  },
  /** Says loudly what does not add up; nothing is mended by itself. */
  reconcile_ledger: async () => {
    const findings = await reconcile(db);
    await insertLedgerCheck(db, findings.length);
    for (const finding of findings) log.error(finding, 'the books do not add up');
  },
});

/** In the form of cron. */
export const ledgerSchedule = ['23 * * * * forget_requests', '41 2 * * * reconcile_ledger'];
