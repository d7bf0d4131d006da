import { type Commission, type CommissionOnHold, HoldReason } from '@poklik/contract/referrals';
import { fromMinor } from '@poklik/domain/money/amount';
import { formatPercent } from '@poklik/domain/referrals/commission';
import { maskedEmail } from '@poklik/domain/withdrawals/masked-details';
import type { ListedCommission } from './commissions.repo.ts';

export const toCommission = (row: ListedCommission): Commission => ({
  id: Number(row.id),
  email: maskedEmail(row.referral_email),
  base: fromMinor(BigInt(row.base_minor)),
  percent: formatPercent(row.basis_points),
  amount: fromMinor(BigInt(row.amount_minor)),
  reversed: fromMinor(BigInt(row.reversed_minor)),
  currency: row.currency,
  status: row.effective_status,
  created_at: new Date(row.created_at).toISOString(),
  release_at: new Date(row.release_at).toISOString(),
});

export const toHeldCommission = (row: ListedCommission): CommissionOnHold => ({
  ...toCommission(row),
  referrer: { id: Number(row.beneficiary_id), email: row.referrer_email },
  referral: { id: Number(row.referral_id), email: row.referral_email },
  held_for: row.held_for.map((reason) => HoldReason.parse(reason)),
});
