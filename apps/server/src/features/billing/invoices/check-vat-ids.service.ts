import type { CheckedBillingDetails } from '@poklik/contract/billing-details';
import type { Services } from '../../../services.ts';
import { recordAudit } from '../../audit/audit.service.ts';
import { getBillingDetails } from './billing-details.service.ts';
import { findVatCheck, insertVatCheck, listDueVatIds } from './vat-checks.repo.ts';
import { askVies } from './vies.service.ts';

/** After so many in a row nobody else is asked about; the next hour tries again. */
const UNREACHABLE_MAX = 3;

/** Asks VIES about customers' VAT IDs, one after the other. Without an answer, the format counts as before. */
export async function checkVatIds({ db, config, log }: Services): Promise<void> {
  const { vat, platforms } = config;
  if (!vat.isOn || !vat.usesVies) return;
  let unreachable = 0;
  for (const { accountId, vatId } of await listDueVatIds(db, vat.country)) {
    const answer = await askVies(platforms.vies, vatId, vat.vatId);
    if (answer.kind === 'unreachable') {
      unreachable += 1;
      log.warn({ account: accountId }, 'VIES does not answer');
      if (unreachable === UNREACHABLE_MAX) return;
      continue;
    }
    unreachable = 0;
    const { kind: result, consultationNumber } = answer;
    await db.transaction(async (tx) => {
      await insertVatCheck(tx, { accountId, vatId, result, consultationNumber });
      await recordAudit(tx, {
        ...{ actor: null, account: accountId, action: 'vat_id.checked', entity: `account:${accountId}` },
        after: { vat_id: vatId, result, consultation_number: consultationNumber },
        ip: null,
      });
    });
  }
}

export async function getCheckedDetails({ db, config }: Services, accountId: number): Promise<CheckedBillingDetails> {
  const details = await getBillingDetails(db, accountId);
  const check = config.vat.usesVies ? await findVatCheck(db, accountId, details.vat_id) : null;
  return {
    ...details,
    vat_check: check && {
      ...{ result: check.result, checked_at: check.checkedAt.toISOString() },
      consultation_number: check.consultationNumber,
    },
  };
}
