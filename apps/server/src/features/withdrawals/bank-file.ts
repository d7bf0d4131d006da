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
const BYTE_ORDER_MARK = '\uFEFF';

/** One payment per line, as banks and spreadsheets read it. */
export function bankFile(payments: readonly Payment[]): string {
  const lines = payments.map(({ id, createdAt, method, holder, account, net, currency, email }) => [
    String(id),
    createdAt.toISOString(),
    method,
    text(holder),
    text(account),
    net,
    currency,
    text(email),
    `Withdrawal ${id}`,
  ]);
  return (
    BYTE_ORDER_MARK +
    [COLUMNS, ...lines]
      .map((line) => line.map(cell).join(','))
      .join('\r\n')
      .concat('\r\n')
  );
}

/** What somebody typed must not be taken for a formula. */
const text = (value: string): string => (/^[=+\-@\t\r]/.test(value) ? `'${value}` : value);
const cell = (value: string): string => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);
