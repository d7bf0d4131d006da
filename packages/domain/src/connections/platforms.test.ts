import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listSecrets } from '../conversions/outgoing-postback.ts';
import { decideDelivery } from './decide-delivery.ts';
import { fbcOf } from './meta.ts';
import { CONNECTORS, readAnswer } from './platforms.ts';
import { type EventTarget, type SourceEvent, toJson } from './source-event.ts';

const NOW = Date.UTC(2026, 10, 19, 12);
const DAY_MS = 86_400_000;
const TARGET: EventTarget = {
  base: 'https://api.test',
  account: '42',
  managerAccount: null,
  testCode: null,
  pageUrl: null,
  isTest: false,
};
const event = (changes: Partial<SourceEvent> = {}): SourceEvent => ({
  ...{ name: 'Lead', id: 'c-1', at: NOW - 60_000, value: '12.5', currency: 'USD' },
  click: {
    at: NOW - 120_000,
    userAgent: 'Agent {secret.access_token} "',
    url: 'https://shop.test/',
    ip: '203.0.113.7',
  },
  ids: new Map([
    ['fbclid', 'IwAR'],
    ['gclid', 'G1'],
    ['ttclid', 'T1'],
    ['rdt_cid', 'R1'],
    ['ScCid', 'S1'],
    ['epik', 'E1'],
    ['msclkid', 'M1'],
  ]),
  contacts: {},
  ...changes,
});
const NOBODY = { at: NOW - 120_000, userAgent: 'Agent', url: 'https://shop.test/', ip: '' };
const HASH = 'a'.repeat(64);
const decide = (platform: keyof typeof CONNECTORS, changes: Partial<SourceEvent> = {}, more: object = {}) =>
  decideDelivery(CONNECTORS[platform], TARGET, event(changes), {
    ...{ now: NOW, consent: '', isConsentRequired: false },
    ...more,
  });

describe('what is sent', () => {
  it.each([
    ['meta', { at: NOW - 8 * DAY_MS }, {}, 'too_old'],
    ['meta', { at: NOW - 6 * DAY_MS }, {}, undefined],
    ['reddit', { at: NOW - 8 * DAY_MS }, {}, 'too_old'],
    ['google', { at: NOW - 8 * DAY_MS }, {}, undefined],
    ['meta', {}, { consent: 'denied' }, 'consent_denied'],
    ['meta', {}, { isConsentRequired: true }, 'consent_missing'],
    ['meta', {}, { isConsentRequired: true, consent: 'granted' }, undefined],
    ['meta', {}, { isConsentRequired: false, consent: 'denied' }, 'consent_denied'],
    ['meta', { ids: new Map([['gclid', 'G1']]) }, {}, 'no_click_id'],
    ['meta', { ids: new Map([['fbp', 'fb.1.2.3']]) }, {}, undefined],
    ['google', { ids: new Map([['fbclid', 'IwAR']]) }, {}, 'no_click_id'],
    ['google', { ids: new Map([['wbraid', 'W']]) }, {}, undefined],
    ['tiktok', { ids: new Map() }, {}, 'no_click_id'],
    ['reddit', { ids: new Map() }, {}, 'no_click_id'],
    ['snap', { ids: new Map([['epik', 'E1']]) }, {}, 'no_click_id'],
    ['snap', { at: NOW - 36 * DAY_MS }, {}, undefined],
    ['snap', { at: NOW - 38 * DAY_MS }, {}, 'too_old'],
    ['snap', { click: NOBODY }, {}, 'no_contact'],
    ['snap', { click: NOBODY, contacts: { ph: HASH } }, {}, undefined],
    ['pinterest', { ids: new Map() }, {}, 'no_click_id'],
    ['pinterest', {}, {}, undefined],
    ['pinterest', { click: NOBODY, contacts: { ph: HASH } }, {}, 'no_contact'],
    ['pinterest', { click: NOBODY, contacts: { em: HASH } }, {}, undefined],
    ['microsoft', { ids: new Map([['gclid', 'G1']]) }, {}, 'no_click_id'],
    ['microsoft', { click: NOBODY }, {}, undefined],
    ['microsoft', { at: NOW - 91 * DAY_MS }, {}, 'too_old'],
    ['microsoft', {}, { consent: 'denied', correction: { earlier: null, isWanted: false } }, 'consent_denied'],
    ['google_file', {}, {}, undefined],
    ['google_file', { ids: new Map([['wbraid', 'W']]) }, {}, 'no_click_id'],
    ['google_file', { ids: new Map([['gclid', '=cmd,"x"']]) }, {}, 'no_click_id'],
    ['google_file', { at: NOW - 91 * DAY_MS }, {}, 'too_old'],
    ['google_file', {}, { consent: 'denied' }, 'consent_denied'],
  ] as const)('%s %j %j: %s', (platform, changes, more, skipped) => {
    const decided = decide(platform, changes, more);
    expect('skipped' in decided ? decided.skipped : undefined).toBe(skipped);
  });

  it('has exactly one identifier for Google', () => {
    const ids = new Map([
      ['wbraid', 'W'],
      ['gbraid', 'B'],
      ['gclid', 'G'],
    ]);
    const decided = decide('google', { ids });
    const { conversions } = JSON.parse('request' in decided ? decided.request.body : '');
    expect(Object.keys(conversions[0])).toEqual([
      ...['gclid', 'conversionAction', 'conversionDateTime', 'conversionValue', 'currencyCode', 'orderId'],
    ]);
    expect(conversions[0].conversionDateTime).toBe('2026-11-19 11:59:00+00:00');
  });

  it('is a line for the file that Google fetches', () => {
    const decided = decide('google_file', { name: 'Lead: 1st' });
    expect('request' in decided ? decided.request.body : '').toBe('G1,Lead: 1st,2026-11-19 11:59:00,12.5,USD\r\n');
  });

  it.each([...(['meta', 'google', 'tiktok', 'reddit'] as const), ...(['snap', 'pinterest', 'microsoft'] as const)])(
    '%s: no text of a visitor is a macro',
    (platform) => {
      const decided = decide(platform);
      const request = 'request' in decided ? decided.request : null;
      expect(JSON.parse(request?.body ?? '')).toBeTypeOf('object');
      expect(listSecrets({ ...request, url: '', headers: [] } as never)).toEqual([]);
    },
  );
});

describe('what Microsoft is told again', () => {
  const bodyOf = (changes: Partial<SourceEvent>, correction?: object) => {
    const decided = decide('microsoft', changes, { correction });
    return 'request' in decided ? decided.request : { url: '', body: '{}' };
  };
  const applied = bodyOf({});
  const restated = bodyOf({ value: '8' }, { earlier: applied, isWanted: true });
  const retracted = bodyOf({}, { earlier: restated, isWanted: false });
  const what = { ConversionName: 'Lead', ConversionTime: '2026-11-19T11:59:00Z', MicrosoftClickId: 'M1' };
  const when = { AdjustmentTime: '2026-11-19T12:00:00Z' };

  it.each([
    ['nothing is known', bodyOf({}), { ...what, ConversionValue: 12.5, ConversionCurrencyCode: 'USD' }],
    ['nothing has changed', bodyOf({}, { earlier: applied, isWanted: true }), JSON.parse(applied.body)],
    [
      'another amount',
      restated,
      { AdjustmentType: 'Restate', AdjustmentValue: 8, AdjustmentCurrencyCode: 'USD', ...when, ...what },
    ],
    ['the same other amount', bodyOf({ value: '8' }, { earlier: restated, isWanted: true }), { ConversionValue: 8 }],
    [
      'another currency',
      bodyOf({ currency: 'EUR' }, { earlier: applied, isWanted: true }),
      { AdjustmentType: 'Restate' },
    ],
    ['rejected', retracted, { AdjustmentType: 'Retract', ...when, ...what }],
    [
      'rejected, and the log has forgotten it',
      bodyOf({}, { earlier: null, isWanted: false }),
      { AdjustmentType: 'Retract' },
    ],
    ['approved again', bodyOf({}, { earlier: retracted, isWanted: true }), { ConversionValue: 12.5 }],
  ])('%s', (_, { url, body }, said) => {
    const [[list, [only]]] = Object.entries(JSON.parse(body)) as [[string, object[]]];
    expect(only).toMatchObject('OfflineConversions' in said ? ((said.OfflineConversions as object[])[0] ?? {}) : said);
    expect(url).toBe(`https://api.test/${list}/Apply`);
  });

  it('a retraction has no amount, and no time before its conversion', () => {
    expect(retracted.body).not.toContain('AdjustmentValue');
    const early = bodyOf({ at: NOW + 60_000 }, { earlier: applied, isWanted: false });
    expect(early.body).toContain('"AdjustmentTime":"2026-11-19T12:01:00Z"');
  });
});

it('Pinterest can check events without counting them', () => {
  const urlOf = (isTest: boolean) => {
    const request = CONNECTORS.pinterest.build({ ...TARGET, isTest }, event());
    return typeof request === 'string' ? request : request.url;
  };
  expect([urlOf(false), urlOf(true)]).toEqual([
    'https://api.test/ad_accounts/42/events',
    'https://api.test/ad_accounts/42/events?test=true',
  ]);
});

describe('fbc', () => {
  it.each([
    [[['fbclid', 'IwAR']], `fb.1.${NOW - 120_000}.IwAR`],
    [[['fbclid', 'IwAR'] as const, ['fbc', 'fb.1.5.own'] as const], 'fb.1.5.own'],
    [[], undefined],
  ] as const)('of %j is %s', (ids, fbc) => {
    expect(fbcOf(event({ ids: new Map(ids) }))).toBe(fbc);
  });
});

it('JSON is what was meant, and has no braces of its own in texts', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(toJson(value as never))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
  expect(toJson({ a: 'x{y}', b: undefined, c: [1, null, true] })).toBe('{"a":"x\\u007by\\u007d","c":[1,null,true]}');
});

const google = (code: object, status = 200) => ({
  status,
  body: JSON.stringify({
    [status === 200 ? 'partialFailureError' : 'error']: { code: 3, details: [{ errors: [{ errorCode: code }] }] },
  }),
});
const meta = (code: number, error_subcode?: number, status = 400) => ({
  status,
  body: JSON.stringify({ error: { message: 'no', code, error_subcode } }),
});
const tiktok = (code: number, status = 200) => ({ status, body: JSON.stringify({ code, message: 'no' }) });

const microsoft = (list: string, ErrorCode: string, status = 200) => ({
  status,
  body: JSON.stringify({ [list]: [{ Code: 1, ErrorCode, Message: 'no', Index: 0 }] }),
});

describe('an answer', () => {
  it.each([
    ['snap', { status: 200, body: '{"status":"VALID"}' }, 'sent', undefined],
    ['snap', { status: 200, body: '{"status":"INVALID","reason":"no"}' }, 'failed', 'bad_data'],
    ['snap', { status: 400, body: '' }, 'failed', 'bad_data'],
    ['snap', { status: 401, body: '' }, 'failed', 'bad_token'],
    ['snap', { status: 403, body: '' }, 'failed', 'no_access'],
    ['snap', { status: 429, body: '' }, 'retry', 'rate_limited'],
    ['pinterest', { status: 200, body: '{"events":[{"status":"processed"}]}' }, 'sent', undefined],
    ['pinterest', { status: 200, body: '{"events":[{"status":"failed"}]}' }, 'failed', 'bad_data'],
    ['pinterest', { status: 422, body: '{"events":[{"status":"failed"}]}' }, 'failed', 'bad_data'],
    ['pinterest', { status: 400, body: '' }, 'failed', 'bad_data'],
    ['pinterest', { status: 401, body: '' }, 'failed', 'bad_token'],
    ['pinterest', { status: 403, body: '' }, 'failed', 'no_access'],
    ['pinterest', { status: 503, body: '' }, 'retry', 'unavailable'],
    ['microsoft', { status: 200, body: '{"PartialErrors":[]}' }, 'sent', undefined],
    ['microsoft', { status: 200, body: '{"PartialErrors":[null]}' }, 'sent', undefined],
    ['microsoft', microsoft('PartialErrors', 'OfflineConversionNameInvalid'), 'failed', 'bad_event'],
    ['microsoft', microsoft('PartialErrors', 'OfflineConversionMicrosoftClickIdInvalid'), 'failed', 'unmatched_click'],
    ['microsoft', microsoft('PartialErrors', 'OfflineConversionTimeOutOfWindow'), 'failed', 'too_old'],
    ['microsoft', microsoft('PartialErrors', 'OfflineConversionGoalTooRecent'), 'retry', 'unavailable'],
    ['microsoft', microsoft('PartialErrors', 'SomethingNew'), 'failed', 'rejected'],
    ['microsoft', microsoft('Errors', 'InvalidCredentials', 400), 'failed', 'bad_token'],
    ['microsoft', microsoft('Errors', 'AuthenticationTokenExpired', 401), 'failed', 'bad_token'],
    ['microsoft', microsoft('Errors', 'UserIsNotAuthorized', 400), 'failed', 'no_access'],
    ['microsoft', microsoft('Errors', 'CallRateExceeded', 400), 'retry', 'rate_limited'],
    ['microsoft', microsoft('OperationErrors', 'InternalError', 500), 'retry', 'unavailable'],
    ['meta', { status: 200, body: '{"events_received":1}' }, 'sent', undefined],
    ['meta', meta(190, undefined, 401), 'failed', 'bad_token'],
    ['meta', meta(190), 'failed', 'bad_token'],
    ['meta', meta(200, undefined, 403), 'failed', 'no_access'],
    ['meta', meta(100, 33), 'failed', 'bad_account'],
    ['meta', meta(100), 'failed', 'bad_data'],
    ['meta', meta(100, 2_804_003), 'failed', 'too_old'],
    ['meta', meta(4), 'failed', 'rate_limited'],
    ['meta', meta(2, undefined, 500), 'retry', 'unavailable'],
    ['tiktok', tiktok(0), 'sent', undefined],
    ['tiktok', tiktok(40_001), 'failed', 'no_access'],
    ['tiktok', tiktok(40_002), 'failed', 'bad_data'],
    ['tiktok', tiktok(40_100), 'retry', 'rate_limited'],
    ['tiktok', tiktok(40_105), 'failed', 'bad_token'],
    ['tiktok', tiktok(50_000), 'retry', 'unavailable'],
    ['tiktok', { status: 200, body: '<html>' }, 'failed', 'rejected'],
    ['google', { status: 200, body: '{"results":[{}]}' }, 'sent', undefined],
    ['google', google({ conversionUploadError: 'EXPIRED_EVENT' }), 'failed', 'expired_click'],
    ['google', google({ conversionUploadError: 'CLICK_NOT_FOUND' }), 'failed', 'unmatched_click'],
    ['google', google({ conversionUploadError: 'INVALID_CONVERSION_ACTION' }), 'failed', 'bad_event'],
    ['google', google({ conversionUploadError: 'ORDER_ID_ALREADY_IN_USE' }), 'failed', 'repeated'],
    ['google', google({ conversionUploadError: 'TOO_RECENT_EVENT' }), 'retry', 'unavailable'],
    ['google', google({ conversionUploadError: 'SOMETHING_NEW' }), 'failed', 'rejected'],
    ['google', google({ authorizationError: 'DEVELOPER_TOKEN_NOT_APPROVED' }, 403), 'failed', 'no_access'],
    ['google', google({ authenticationError: 'OAUTH_TOKEN_EXPIRED' }, 401), 'failed', 'bad_token'],
    ['google', google({ quotaError: 'RESOURCE_EXHAUSTED' }, 429), 'retry', 'rate_limited'],
    ['reddit', { status: 200, body: '{"data":{"message":"ok"}}' }, 'sent', undefined],
    ['reddit', { status: 400, body: '{"error":{"message":"event_at is too old"}}' }, 'failed', 'too_old'],
    ['reddit', { status: 400, body: '{"error":{"message":"click_id"}}' }, 'failed', 'bad_data'],
    ['reddit', { status: 401, body: '' }, 'failed', 'bad_token'],
    ['reddit', { status: 403, body: '' }, 'failed', 'no_access'],
    ['reddit', { status: 404, body: '' }, 'failed', 'bad_account'],
    ['reddit', { status: 408, body: '' }, 'retry', 'unavailable'],
    ['reddit', { status: 429, body: '' }, 'retry', 'rate_limited'],
    ['reddit', { status: 302, body: '' }, 'failed', 'rejected'],
  ] as const)('%s %j is %s %s', (platform, answer, state, reason) => {
    expect(readAnswer(platform, answer)).toEqual(reason === undefined ? { state } : { state, reason });
  });

  it('of any other kind is read too', () => {
    const status = fc.integer({ min: 100, max: 599 });
    const platforms = fc.constantFrom(...(Object.keys(CONNECTORS) as (keyof typeof CONNECTORS)[]));
    fc.assert(
      fc.property(platforms, status, fc.oneof(fc.string(), fc.json()), (platform, code, body) => {
        expect(['sent', 'retry', 'failed']).toContain(readAnswer(platform, { status: code, body }).state);
      }),
    );
  });
});
