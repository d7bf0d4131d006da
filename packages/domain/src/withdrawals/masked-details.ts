import type { PayoutMethod } from '@poklik/contract/withdrawals';

const HIDDEN = '••••';

/** Enough to recognise one's own, too little for anybody else. */
export function maskedDetails(method: PayoutMethod, account: string): string {
  const signs = account.replace(/\s/g, '');
  switch (method) {
    case 'bank':
      return `${signs.slice(0, 2).toUpperCase()}${HIDDEN}${signs.slice(-4)}`;
    case 'card':
      return `${HIDDEN} ${signs.slice(-4)}`;
    case 'paypal':
      return maskedEmail(account);
    case 'usdt_trc20':
      return `${signs.slice(0, 3)}${HIDDEN}${signs.slice(-4)}`;
    case 'other':
      return signs.length > 8 ? `${HIDDEN}${signs.slice(-3)}` : HIDDEN;
  }
}

export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${[...email.slice(0, Math.max(at, 0))][0] ?? ''}${HIDDEN}${at < 0 ? '' : email.slice(at)}`;
}

/** Two ways to write one account are one account. */
export const sameDetailsText = (method: PayoutMethod, account: string): string =>
  `${method} ${account.replace(/[\s-]/g, '').toLowerCase()}`;
