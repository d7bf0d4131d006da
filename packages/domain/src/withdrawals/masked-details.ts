import type { PayoutMethod } from '@poklik/contract/withdrawals';

const HIDDEN = '••••';

/** Enough for the owner to recognize, too little for anyone else to use. */
export function maskedDetails(method: PayoutMethod, account: string): string {
  const chars = account.replace(/\s/g, '');
  switch (method) {
    case 'bank':
      return `${chars.slice(0, 2).toUpperCase()}${HIDDEN}${chars.slice(-4)}`;
    case 'card':
      return `${HIDDEN} ${chars.slice(-4)}`;
    case 'paypal':
      return maskedEmail(account);
    case 'usdt_trc20':
      return `${chars.slice(0, 3)}${HIDDEN}${chars.slice(-4)}`;
    case 'other':
      return chars.length > 8 ? `${HIDDEN}${chars.slice(-3)}` : HIDDEN;
  }
}

export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${[...email.slice(0, Math.max(at, 0))][0] ?? ''}${HIDDEN}${at < 0 ? '' : email.slice(at)}`;
}

/** Removes differences in formatting, so that equal accounts compare equal. */
export const normalizeDetails = (method: PayoutMethod, account: string): string =>
  `${method} ${account.replace(/[\s-]/g, '').toLowerCase()}`;
