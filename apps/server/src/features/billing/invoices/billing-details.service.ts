import type { BillingDetails } from '@poklik/contract/billing';
import type { Caller } from '../../../http/caller.ts';
import type { Database } from '../../../stores/postgres.ts';
import { recordAudit } from '../../audit/audit.service.ts';
import { getAccountOwner } from '../accounts.repo.ts';
import { findBillingDetails, upsertBillingDetails } from './invoices.repo.ts';

/** Falls back to the owner's profile until billing details are saved. */
export async function getBillingDetails(db: Database, accountId: number): Promise<BillingDetails> {
  const details = await findBillingDetails(db, accountId);
  if (details) return details;
  const { name, company } = await getAccountOwner(db, accountId);
  return { name: company || name, address: '', country: '', tax_id: '' };
}

export const updateBillingDetails = (db: Database, caller: Caller, details: BillingDetails): Promise<void> =>
  db.transaction(async (tx) => {
    const before = await getBillingDetails(tx, caller.accountId);
    await upsertBillingDetails(tx, caller.accountId, details);
    await recordAudit(tx, {
      actor: caller.userId,
      account: caller.accountId,
      action: 'billing_details.changed',
      entity: `account:${caller.accountId}`,
      before,
      after: details,
      ip: caller.ip,
    });
  });
