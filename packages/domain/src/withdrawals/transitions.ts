import type { WithdrawalStatus } from '@poklik/contract/withdrawals';

/** Allowed transitions. Statuses with an empty list are final. */
const TRANSITIONS: Record<WithdrawalStatus, readonly WithdrawalStatus[]> = {
  pending: ['approved', 'rejected', 'cancelled'],
  approved: ['processing', 'rejected'],
  processing: ['paid', 'failed'],
  paid: [],
  rejected: [],
  cancelled: [],
  failed: [],
};

export interface WithdrawalViewer {
  /** Whether the user belongs to the account that requested the withdrawal. */
  isOwner: boolean;
  isStaff: boolean;
}

/** The owner can only cancel, even as staff, because nobody reviews their own withdrawal. */
export const nextStatuses = (status: WithdrawalStatus, { isOwner, isStaff }: WithdrawalViewer): WithdrawalStatus[] =>
  TRANSITIONS[status].filter((next) => (next === 'cancelled' ? isOwner : isStaff && !isOwner));

/** Whether the money returns to the balance. */
export const returnsMoney = (status: WithdrawalStatus): boolean =>
  status === 'rejected' || status === 'cancelled' || status === 'failed';

/** Whether staff must give a reason. */
export const needsReason = (status: WithdrawalStatus): boolean => status === 'rejected' || status === 'failed';

/** Amounts from the threshold on need two approvals; with a threshold of zero one is always enough. */
export const approvalsNeeded = (amountMinor: bigint, twoFromMinor: bigint): number =>
  twoFromMinor > 0n && amountMinor >= twoFromMinor ? 2 : 1;

/** How long withdrawals to replaced payout details can't be approved, so that the owner can object. */
export const PAYOUT_COOLDOWN_HOURS = 48;
const HOUR_MS = 3_600_000;

/** When a withdrawal to these details can be approved; null if now. */
export function approvableFrom(
  { isReplacement, createdAt }: { isReplacement: boolean; createdAt: Date },
  now: Date,
): Date | null {
  const from = new Date(createdAt.getTime() + PAYOUT_COOLDOWN_HOURS * HOUR_MS);
  return isReplacement && from > now ? from : null;
}
