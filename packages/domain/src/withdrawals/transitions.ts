import type { WithdrawalStatus } from '@poklik/contract/withdrawals';

/** Every way a request may go on. Where nothing is listed it ends. */
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
  /** Belongs to the account that asked. */
  isOwner: boolean;
  isStaff: boolean;
}

/** Its owner may only cancel, even when they are of the staff: nobody decides about their own money. */
export const nextStatuses = (status: WithdrawalStatus, { isOwner, isStaff }: WithdrawalViewer): WithdrawalStatus[] =>
  TRANSITIONS[status].filter((next) => (next === 'cancelled' ? isOwner : isStaff && !isOwner));

/** The money goes back to who asked. */
export const returnsMoney = (status: WithdrawalStatus): boolean =>
  status === 'rejected' || status === 'cancelled' || status === 'failed';

/** A rejection needs a reason. */
export const needsReason = (status: WithdrawalStatus): boolean => status === 'rejected' || status === 'failed';

/** From the threshold on, two people must agree; a threshold of nothing means that one is always enough. */
export const approvalsNeeded = (amountMinor: bigint, twoFromMinor: bigint): number =>
  twoFromMinor > 0n && amountMinor >= twoFromMinor ? 2 : 1;

/** How long nobody approves withdrawals to details that replaced others, so that the owner can object. */
export const PAYOUT_COOLDOWN_HOURS = 48;
const HOUR_MS = 3_600_000;

/** From when on a withdrawal to these details may be approved; null when it may now. */
export function approvableFrom(
  { isReplacement, createdAt }: { isReplacement: boolean; createdAt: Date },
  now: Date,
): Date | null {
  const from = new Date(createdAt.getTime() + PAYOUT_COOLDOWN_HOURS * HOUR_MS);
  return isReplacement && from > now ? from : null;
}
