import type { ConversionStatus as Status } from '@poklik/contract/campaigns';

const NEXT: Record<Status, readonly Status[]> = {
  pending: ['approved', 'rejected'],
  approved: ['rejected', 'chargeback'],
  rejected: [],
  chargeback: [],
};

/** Whether a postback may change the status. Other changes need a user and a reason. */
export const canTransition = (from: Status, to: Status): boolean => NEXT[from].includes(to);

/** Whether a user has to give a reason for this change. */
export const needsReason = (from: Status, to: Status): boolean => from !== to && !canTransition(from, to);
