import type { ConversionStatus as Status } from '@poklik/contract/campaigns';

const NEXT: Record<Status, readonly Status[]> = {
  pending: ['approved', 'rejected'],
  approved: ['rejected', 'chargeback'],
  rejected: [],
  chargeback: [],
};

/** Whether a report may change the state. Everything else is for a person to decide, who says why. */
export const canTransition = (from: Status, to: Status): boolean => NEXT[from].includes(to);

/** Whether a person has to say why they change the state. */
export const needsReason = (from: Status, to: Status): boolean => from !== to && !canTransition(from, to);
