import { expect, it } from 'vitest';
import { signLiqpay } from './liqpay-provider.ts';
import { isSignedBy } from './monobank-provider.ts';

it.each([
  ['base64_post_string', 'your_private_key', 'tp+ZLmKm1/E83dIzUpx5ljcttP4='],
  [
    'eyJwdWJsaWNfa2V5IjoiaTAwMDAwMDAwIiwidmVyc2lvbiI6IjMiLCJhY3Rpb24iOiJwYXkiLCJhbW91bnQiOiIzIiwiY3VycmVuY3kiOiJVQUgiLCJkZXNjcmlwdGlvbiI6InRlc3QiLCJvcmRlcl9pZCI6IjAwMDAwMSJ9',
    'a4825234f4bae72a0be04eafe9e8e2bada209255',
    'wR+UZDC4jjeL/qUOvIsofIWpZh8=',
  ],
])('computes the LiqPay signature of %s as published', (data, key, signature) => {
  expect(signLiqpay(data, key)).toBe(signature);
});

/** Published with the documentation of Monobank's acquiring. */
const MONOBANK_KEY =
  'LS0tLS1CRUdJTiBQVUJMSUMgS0VZLS0tLS0KTUZrd0V3WUhLb1pJemowQ0FRWUlLb1pJemowREFRY0RRZ0FFQUc1LzZ3NnZubGJZb0ZmRHlYWE4vS29CbVVjTgo3NWJSUWg4MFBhaEdldnJoanFCQnI3OXNSS0JSbnpHODFUZVQ5OEFOakU1c0R3RmZ5Znhub0ZJcmZBPT0KLS0tLS1FTkQgUFVCTElDIEtFWS0tLS0tCg==';
const MONOBANK_SIGNATURE =
  'MEUCIQC/mVKhi8FKoayul2Mim3E2oaIOCNJk5dEXxTqbkeJSOQIgOM0hsW0qcP2H8iXy1aQYpmY0SJWEaWur7nQXlKDCFxA=';
const MONOBANK_CALL = {
  ...{ invoiceId: 'p2_9ZgpZVsl3', status: 'created', failureReason: 'string', amount: 4200, ccy: 980 },
  ...{ finalAmount: 4200, createdDate: '2019-08-24T14:15:22Z', modifiedDate: '2019-08-24T14:15:22Z' },
  reference: '84d0070ee4e44667b31371d8f8813947',
  cancelList: [
    {
      ...{ status: 'processing', amount: 4200, ccy: 980, createdDate: '2019-08-24T14:15:22Z' },
      ...{ modifiedDate: '2019-08-24T14:15:22Z', approvalCode: '662476', rrn: '060189181768' },
      extRef: '635ace02599849e981b2cd7a65f417fe',
    },
  ],
};

it.each([
  ['as published', 2, true],
  ['written differently', 1, false],
])('checks the signature of Monobank %s', (_, indent, isSigned) => {
  const [pem, signature] = [Buffer.from(MONOBANK_KEY, 'base64'), Buffer.from(MONOBANK_SIGNATURE, 'base64')];
  const body = Buffer.from(JSON.stringify(MONOBANK_CALL, null, indent));
  expect(isSignedBy(pem.toString(), body, signature)).toBe(isSigned);
});
