import { type Connector, type EventTarget, type Json, partOf, postJson, type Reading } from './source-event.ts';

const APPLY = 'OfflineConversions/Apply';
const CORRECT = 'OfflineConversionAdjustments/Apply';

/** In UTC, to the second. */
const timeOf = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;

const post = ({ base, account, managerAccount }: EventTarget, path: string, body: Json) =>
  postJson(`${base}/${path}`, body, [
    { name: 'Authorization', value: 'Bearer {secret.access_token}' },
    { name: 'DeveloperToken', value: '{secret.developer_token}' },
    { name: 'CustomerAccountId', value: account },
    { name: 'CustomerId', value: managerAccount ?? '' },
  ]);

/**
 * Offline conversions: learn.microsoft.com/en-us/advertising/campaign-management-service/applyofflineconversions and
 * applyofflineconversionadjustments. Of one click and time, the first conversion counts and others are ignored.
 */
export const MICROSOFT: Connector = {
  maxAgeDays: 90,
  build(target, event) {
    const clickId = event.ids.get('msclkid');
    if (clickId === undefined) return 'no_click_id';
    return post(target, APPLY, {
      OfflineConversions: [
        {
          ConversionCurrencyCode: event.currency,
          ConversionName: event.name,
          ConversionTime: timeOf(event.at),
          ConversionValue: Number(event.value),
          MicrosoftClickId: clickId,
        },
      ],
    });
  },
  correct(target, event, { earlier, isWanted, now }) {
    const clickId = event.ids.get('msclkid');
    if (clickId === undefined) return 'no_click_id';
    const told = toldBy(earlier);
    const isRestated = told !== null && (told.value !== Number(event.value) || told.currency !== event.currency);
    // What is retracted is gone there, so it is applied again; so is what it was told already, which it ignores.
    if (isWanted && !isRestated) return MICROSOFT.build(target, event);
    const what = { ConversionName: event.name, ConversionTime: timeOf(event.at), MicrosoftClickId: clickId };
    const when = { AdjustmentTime: timeOf(Math.max(now, event.at)) };
    const change = isWanted
      ? { AdjustmentType: 'Restate', AdjustmentValue: Number(event.value), AdjustmentCurrencyCode: event.currency }
      : { AdjustmentType: 'Retract' };
    return post(target, CORRECT, { OfflineConversionAdjustments: [{ ...change, ...when, ...what }] });
  },
  /** With status 200 too, the answer lists what was not taken. */
  read(body, status) {
    const codes = errorCodes(body);
    if (codes.length === 0) return status === 400 ? { state: 'failed', reason: 'rejected' } : undefined;
    return READINGS.find(({ code }) => codes.includes(code))?.reading ?? { state: 'failed', reason: 'rejected' };
  },
};

/** The value that Microsoft knows; null if it knows none, or nobody knows. */
function toldBy(earlier: { body: string } | null): { value: unknown; currency: unknown } | null {
  if (earlier === null) return null;
  const body: unknown = JSON.parse(earlier.body);
  const applied = partOf(body, 'OfflineConversions', 0);
  if (applied)
    return { value: partOf(applied, 'ConversionValue'), currency: partOf(applied, 'ConversionCurrencyCode') };
  const corrected = partOf(body, 'OfflineConversionAdjustments', 0);
  if (partOf(corrected, 'AdjustmentType') !== 'Restate') return null;
  return { value: partOf(corrected, 'AdjustmentValue'), currency: partOf(corrected, 'AdjustmentCurrencyCode') };
}

const failed = (reason: Extract<Reading, { reason: unknown }>['reason'], ...codes: string[]) =>
  codes.map((code) => ({ code, reading: { state: 'failed', reason } as Reading }));
const later = (reason: Extract<Reading, { reason: unknown }>['reason'], ...codes: string[]) =>
  codes.map((code) => ({ code, reading: { state: 'retry', reason } as Reading }));

/** learn.microsoft.com/en-us/advertising/guides/operation-error-codes, and the states of dailysummary beside it. */
const READINGS = [
  ...failed('bad_token', 'InvalidCredentials', 'AuthenticationTokenExpired'),
  ...failed('no_access', 'UserIsNotAuthorized', 'InvalidDeveloperToken'),
  ...failed('bad_account', 'InvalidAccount', 'InvalidAccountId', 'InvalidCustomerId'),
  ...later('rate_limited', 'CallRateExceeded', 'ConcurrentRequestOverLimit'),
  ...later('unavailable', 'InternalError', 'OfflineConversionGoalTooRecent'),
  ...failed('bad_event', 'OfflineConversionNameInvalid', 'OfflineConversionNameNullOrEmpty'),
  ...failed('bad_event', 'OfflineConversionRestateRetractNotSupported'),
  ...failed('unmatched_click', 'OfflineConversionMicrosoftClickIdInvalid', 'OfflineConversionMSClickIdInvalid'),
  ...failed('too_old', 'OfflineConversionTimeOutOfWindow', 'OfflineConversionAdjustmentTimeOutOfWindow'),
  ...failed('expired_click', 'ClickIdDateTimeOutsideGoalConversionWindow'),
  ...failed('bad_data', 'ConversionTimeEarlierThanClickTime', 'OfflineConversionTimeInvalid'),
  ...failed('bad_data', 'FutureConversionTimeCannotBeSet', 'OfflineConversionFutureAdjustmentTimeCannotBeSet'),
  ...failed('bad_data', 'OfflineConversionValueInvalid', 'OfflineConversionCurrencyCodeInvalid'),
  ...failed('bad_data', 'OfflineConversionAdjustmentTimeEarlierThanConversionTime'),
];

/** Of the whole request, and of the conversion in it. */
function errorCodes(body: unknown): string[] {
  const lists = ['Errors', 'OperationErrors', 'BatchErrors', 'PartialErrors'].map((name) => partOf(body, name));
  const errors = lists.flatMap((list): unknown[] => (Array.isArray(list) ? list : []));
  return errors.filter((error) => error !== null).map((error) => String(partOf(error, 'ErrorCode') ?? 'Unknown'));
}
