import type { ConversionStatus } from '@poklik/contract/campaigns';
import { CONVERSION_PARAMS, PARAM_MAX, TRANSACTION_ID_MAX } from '@poklik/contract/conversion-values';
import type { NetworkField, NetworkMapping } from '@poklik/contract/networks';
import { splitOfferClickId } from '../clicks/offer-click-id.ts';
import type { HashedContacts } from '../connections/source-event.ts';
import { findWord, listTaughtStatuses, type SentParameter } from './postback-words.ts';
import { parseStatus } from './status-aliases.ts';

/** Fields of a postback before evaluation: text as sent, without control characters. */
export interface PostbackFields {
  clickId: string;
  /** The offer that the click ID names; only behind a lander. */
  offerId?: number;
  status: string;
  /** What the status means here, if the network or the postback itself says so. `none`: no conversion. */
  mappedStatus?: ConversionStatus | 'none';
  /** Decimal digits, with a minus for a refund; null when missing, `undefined` when it is not an amount. */
  payout: string | null | undefined;
  currency: string;
  transactionId: string;
  type: string;
  params: readonly string[];
  /** For ad platforms; missing if nothing of it was sent. */
  identity?: ReportedIdentity;
}

/** What platforms match and deduplicate conversions by. */
export interface ReportedIdentity extends HashedContacts {
  /** The sender's own. */
  event_id?: string;
}

/** Parameter names used by different networks. The first one with a value counts. */
const NAMES: Record<NetworkField, readonly string[]> = {
  click_id: ['cid', 'click_id', 'clickid', 'subid', 'sub_id', 'cnv_id', 'external_id'],
  status: ['status', 'cnv_status'],
  payout: ['payout', 'revenue', 'amount', 'sum'],
  currency: ['currency', 'cnv_currency'],
  transaction_id: ['txid', 'tid', 'transaction_id'],
  type: ['type'],
};

/**
 * Read last, and only from reports to a network's or the account's address: at a campaign's address they have had no
 * meaning, and would count a conversion again under another type or transaction.
 */
const IDENTITY_NAMES: Partial<Record<NetworkField, readonly string[]>> = {
  transaction_id: ['order_id', 'conversion_id'],
  type: ['et', 'event', 'goal'],
};

const STATUS_MAX = 64;
// Control characters and lone surrogates.
const CONTROL_CHARACTERS = /[\p{Cc}\p{Cs}\u2028\u2029]/gu;
/** Macros that a network did not replace, such as {payout}, [txid], [[[sum]]], [%TX%], [=id=], %status%, #sum#, ##sum##, <sum>. */
const UNREPLACED_MACRO =
  /^(\{+[\w.:-]*\}+|\[+[\w.:-]*\]+|\[%[\w.:-]*%\]|\[=[\w.:-]*=\]|%[\w.:-]+%|#{1,2}[\w.:-]+#{1,2}|\$\{[\w.:-]*\}|<[\w.:-]+>)$/;

const cleanValue = (text: string): string => {
  const value = text.replace(CONTROL_CHARACTERS, '').trim();
  return UNREPLACED_MACRO.test(value) ? '' : value;
};

/** `mapping` is the network's, for reports to its address or the account's; null at the account's address without one. */
export function parsePostback(sent: SentParameter, mapping?: NetworkMapping | null): PostbackFields {
  const readNames = (names: readonly string[], max: number): string => {
    for (const name of names) {
      const value = cleanValue(sent(name) ?? '');
      if (value !== '') return value.slice(0, max);
    }
    return '';
  };
  const read = (field: NetworkField, max: number): string => {
    const own = mapping?.params[field];
    const identity = mapping === undefined ? [] : (IDENTITY_NAMES[field] ?? []);
    return readNames([...(own ? [own] : []), ...NAMES[field], ...identity], max);
  };
  const status = read('status', STATUS_MAX);
  const type = read('type', 32);
  const mappedStatus = mapStatus(status, sent, mapping);
  const identity = readIdentity((name) => readNames([name], HASHED_MAX));
  const { clickId, offerId } = splitOfferClickId(read('click_id', 64).toLowerCase());
  return {
    clickId,
    ...(offerId > 0 ? { offerId } : {}),
    status,
    ...(mappedStatus ? { mappedStatus } : {}),
    payout: parseAmount(read('payout', 32)),
    currency: read('currency', 8).toUpperCase(),
    transactionId: read('transaction_id', TRANSACTION_ID_MAX),
    type: findWord(mapping?.types ?? [], type)?.type ?? parseType(type, status),
    params: Array.from({ length: CONVERSION_PARAMS }, (_, place) => readNames([`param${place + 1}`], PARAM_MAX)),
    ...(Object.keys(identity).length > 0 ? { identity } : {}),
  };
}

/** Two hashes and a hyphen. */
const HASHED_MAX = 129;
const HASHES = /^([0-9a-f]{64})(?:-([0-9a-f]{64}))?$/;
const EVENT_ID = /^[\w.:-]{1,64}$/;

/** The tracker has hashed emails and phone numbers, so what is no hash is not taken. */
function readIdentity(read: (name: string) => string): ReportedIdentity {
  const [, em] = HASHES.exec(read('em') || read('email')) ?? [];
  const [, ph, plus = ph] = HASHES.exec(read('ph') || read('phone')) ?? [];
  const eventId = read('event_id');
  return {
    ...(em ? { em } : {}),
    ...(ph && plus ? { ph, ph_plus: plus } : {}),
    ...(EVENT_ID.test(eventId) ? { event_id: eventId } : {}),
  };
}

/** The owner's words win over those in the postback. */
function mapStatus(
  status: string,
  sent: SentParameter,
  mapping: NetworkMapping | null | undefined,
): ConversionStatus | 'none' | undefined {
  if (status === '') return mapping?.default_status ?? undefined;
  const own = findWord(mapping?.statuses ?? [], status) ?? findWord(listTaughtStatuses(sent), status);
  return own?.status;
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
export const postbackContent = ({
  status,
  mappedStatus,
  payout,
  currency,
  params,
}: Omit<PostbackFields, 'clickId'>): string => {
  // Equal at every address unless the words mean something else there.
  const isUsual = mappedStatus === undefined || mappedStatus === parseStatus(status);
  const word = status.toLowerCase();
  return JSON.stringify([isUsual ? word : `${word}=${mappedStatus}`, payout ?? '', currency, ...params]);
};
