import { CONVERSION_PARAMS, PARAM_MAX, TRANSACTION_ID_MAX } from '@poklik/contract/conversion-values';

/** Fields of a postback before evaluation: text as sent, without control characters. */
export interface PostbackFields {
  clickId: string;
  status: string;
  /** Decimal digits, with a minus for a refund; null when missing, `undefined` when it is not an amount. */
  payout: string | null | undefined;
  currency: string;
  transactionId: string;
  type: string;
  params: readonly string[];
}

/** Parameter names used by different networks. The first one with a value counts. */
const NAMES = {
  clickId: ['cid', 'click_id', 'clickid', 'subid'],
  status: ['status'],
  payout: ['payout', 'revenue', 'amount', 'sum'],
  currency: ['currency'],
  transactionId: ['txid', 'tid', 'transaction_id'],
  type: ['type'],
} as const;

const STATUS_MAX = 64;
// Control characters and lone surrogates.
const CONTROL_CHARACTERS = /[\p{Cc}\p{Cs}\u2028\u2029]/gu;
/** Macros that a network did not replace: {payout}, [txid], %status%, #sum#. */
const UNREPLACED_MACRO = /^(\{+[\w.:-]*\}+|\[[\w.:-]*\]|%[\w.:-]+%|#[\w.:-]+#|\$\{[\w.:-]*\})$/;

/** `sent` returns the first value of a parameter; null when missing. */
export function parsePostback(sent: (name: string) => string | null): PostbackFields {
  const read = (names: readonly string[], max: number): string => {
    for (const name of names) {
      const value = (sent(name) ?? '').replace(CONTROL_CHARACTERS, '').trim();
      if (value !== '' && !UNREPLACED_MACRO.test(value)) return value.slice(0, max);
    }
    return '';
  };
  const status = read(NAMES.status, STATUS_MAX);
  return {
    clickId: read(NAMES.clickId, 64).toLowerCase(),
    status,
    payout: parseAmount(read(NAMES.payout, 32)),
    currency: read(NAMES.currency, 8).toUpperCase(),
    transactionId: read(NAMES.transactionId, TRANSACTION_ID_MAX),
    type: parseType(read(NAMES.type, 32), status),
    params: Array.from({ length: CONVERSION_PARAMS }, (_, place) => read([`param${place + 1}`], PARAM_MAX)),
  };
}

/** The conversion type; `lead` by default, unless the status implies another. */
export function parseType(text: string, status = ''): string {
  const name = text
    .toLowerCase()
    .replace(/[^a-z0-9_.-]+/g, '_')
    .replace(/^[^a-z0-9]+|_+$/g, '')
    .slice(0, 32);
  if (name !== '' && name !== 'custom') return name;
  return status.trim().toLowerCase() === 'rebill' ? 'rebill' : 'lead';
}

/** A report of this type takes from a conversion of the transaction instead of adding one. */
export const REFUND_TYPE = 'refund';

export const isRefund = ({ type, payout }: { type: string; payout?: string | null | undefined }): boolean =>
  type === REFUND_TYPE || (payout ?? '').startsWith('-');

/** Up to six decimals; 12,5 is 12.5, and 1 234.50 is 1234.50. A negative amount is a refund. */
export function parseAmount(text: string): string | null | undefined {
  if (text === '') return null;
  const plain = text.replace(/[\s\u00a0_]/g, '');
  const point =
    /,\d{3}(\.|,|$)/.test(plain) && plain.includes('.') ? plain.replaceAll(',', '') : plain.replace(',', '.');
  const [, sign = '', whole = '', fraction = ''] = /^([+\-−]?)(\d{1,12})(?:\.(\d*))?$/.exec(point) ?? [];
  if (whole === '') return undefined;
  const digits = fraction.slice(0, 6).replace(/0+$/, '');
  const amount = `${whole.replace(/^0+(?=\d)/, '')}${digits === '' ? '' : `.${digits}`}`;
  return amount === '0' || sign === '' || sign === '+' ? amount : `-${amount}`;
}

/**
 * Postbacks with equal content are the same postback sent twice. Click, type and transaction are compared separately.
 */
export const postbackContent = ({ status, payout, currency, params }: Omit<PostbackFields, 'clickId'>): string =>
  JSON.stringify([status.toLowerCase(), payout ?? '', currency, ...params]);
