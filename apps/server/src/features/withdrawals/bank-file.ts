import { csvText } from '@poklik/domain/csv/csv-text';

export interface Payment {
  id: number;
  createdAt: Date;
  method: string;
  holder: string;
  account: string;
  net: string;
  currency: string;
  email: string;
}

const COLUMNS = ['id', 'requested_at', 'method', 'holder', 'account', 'amount', 'currency', 'email', 'purpose'];

/** One payment per line, in the one form that banks take whoever asks. */
export const bankFile = (payments: readonly Payment[]): string =>
  csvText(
    [
      COLUMNS,
      ...payments.map(({ id, createdAt, method, holder, account, net, currency, email }) => [
        id,
        createdAt.toISOString(),
        method,
        holder,
        account,
        net,
        currency,
        email,
        `Withdrawal ${id}`,
      ]),
    ],
    'en',
  );
