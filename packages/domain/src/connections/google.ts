import { type Connector, partOf, postJson, type Reading } from './source-event.ts';

/** Exactly one of them may be sent. */
export const GOOGLE_IDS = ['gclid', 'gbraid', 'wbraid'] as const;

/** As 2026-11-19 12:32:45+00:00. */
export const googleTime = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')}+00:00`;

/** Google writes customer numbers with hyphens and takes them without. */
const customer = (account: string): string => account.replaceAll('-', '');

/** Offline conversions: developers.google.com/google-ads/api/reference/rpc/v26/UploadClickConversionsRequest */
export const GOOGLE: Connector = {
  maxAgeDays: 90,
  build({ base, account, managerAccount }, event) {
    const name = GOOGLE_IDS.find((each) => event.ids.has(each));
    if (name === undefined) return 'no_click_id';
    const id = customer(account);
    return postJson(
      `${base}/customers/${id}:uploadClickConversions`,
      {
        conversions: [
          {
            [name]: event.ids.get(name),
            conversionAction: `customers/${id}/conversionActions/${event.name}`,
            conversionDateTime: googleTime(event.at),
            conversionValue: Number(event.value),
            currencyCode: event.currency,
            orderId: event.id,
          },
        ],
        partialFailure: true,
      },
      [
        { name: 'Authorization', value: 'Bearer {secret.access_token}' },
        { name: 'developer-token', value: '{secret.developer_token}' },
        ...(managerAccount === null ? [] : [{ name: 'login-customer-id', value: customer(managerAccount) }]),
      ],
    );
  },
  /** With partial failure, the error of the conversion is in an answer of status 200. */
  read(body, status) {
    const codes = errorCodes(partOf(body, status === 200 ? 'partialFailureError' : 'error'));
    if (codes.length === 0) return undefined;
    return READINGS.find(({ code }) => codes.includes(code))?.reading ?? { state: 'failed', reason: 'rejected' };
  },
};

const failed = (reason: Extract<Reading, { reason: unknown }>['reason'], ...codes: string[]) =>
  codes.map((code) => ({ code, reading: { state: 'failed', reason } as Reading }));

const READINGS = [
  ...failed('expired_click', 'EXPIRED_EVENT', 'CONVERSION_PRECEDES_EVENT'),
  ...failed('unmatched_click', 'EVENT_NOT_FOUND', 'CLICK_NOT_FOUND', 'UNPARSEABLE_GCLID', 'UNAUTHORIZED_CUSTOMER'),
  ...failed('bad_event', 'INVALID_CONVERSION_ACTION', 'INVALID_CONVERSION_ACTION_TYPE', 'NO_CONVERSION_ACTION_FOUND'),
  ...failed('repeated', 'ORDER_ID_ALREADY_IN_USE', 'DUPLICATE_ORDER_ID', 'CLICK_CONVERSION_ALREADY_EXISTS'),
  ...failed('bad_token', 'OAUTH_TOKEN_INVALID', 'OAUTH_TOKEN_EXPIRED', 'OAUTH_TOKEN_REVOKED'),
  ...failed('no_access', 'DEVELOPER_TOKEN_NOT_APPROVED', 'DEVELOPER_TOKEN_INVALID', 'DEVELOPER_TOKEN_PROHIBITED'),
  ...failed('no_access', 'USER_PERMISSION_DENIED', 'CUSTOMER_NOT_ALLOWLISTED_FOR_THIS_FEATURE'),
  ...failed('bad_account', 'CUSTOMER_NOT_FOUND', 'CUSTOMER_NOT_ENABLED', 'INVALID_CUSTOMER_ID'),
  ...failed('rate_limited', 'RESOURCE_EXHAUSTED', 'RESOURCE_TEMPORARILY_EXHAUSTED'),
  { code: 'TOO_RECENT_EVENT', reading: { state: 'retry', reason: 'unavailable' } as Reading },
  { code: 'TOO_RECENT_CONVERSION_ACTION', reading: { state: 'retry', reason: 'unavailable' } as Reading },
];

/** Values of `errorCode`, such as { conversionUploadError: 'EXPIRED_EVENT' }, in every detail. */
function errorCodes(error: unknown): string[] {
  if (error === undefined || error === null) return [];
  const details = partOf(error, 'details');
  const errors = (Array.isArray(details) ? details : []).flatMap((detail) => {
    const list = partOf(detail, 'errors');
    return Array.isArray(list) ? list : [];
  });
  const codes = errors.flatMap((each) => Object.values(partOf(each, 'errorCode') ?? {}));
  const status = partOf(error, 'status');
  return [...codes, status ?? 'UNKNOWN'].filter((code): code is string => typeof code === 'string');
}
