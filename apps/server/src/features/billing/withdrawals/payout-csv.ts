import type { Cell } from '@poklik/domain/csv/csv-text';

export interface Payout {
  id: number;
  createdAt: Date;
  method: string;
  holder: string;
  account: string;
  net: string;
  currency: string;
  email: string;
}

/** Always in English, as banks expect it. */
export const PAYOUT_COLUMNS = [
  'id',
  'requested_at',
  'method',
  'holder',
  'account',
  'amount',
  'currency',
  'email',
  'purpose',
];

export const toPayoutRow = ({ id, createdAt, method, holder, account, net, currency, email }: Payout): Cell[] => [
  id,
  createdAt.toISOString(),
  method,
  holder,
  account,
  net,
  currency,
  email,
  `Withdrawal ${id}`,
];
