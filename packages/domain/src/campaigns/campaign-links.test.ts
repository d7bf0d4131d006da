import { describe, expect, it } from 'vitest';
import { postbackUrl, testUrl, trackingUrl, transparencyUrl } from './campaign-links.ts';

const NOTHING = { params: [], cost_param: null, cost_macro: '', external_id_param: null, external_id_macro: '' };
const link = (changes: object) => trackingUrl('https://t.example', 'k3y', { ...NOTHING, ...changes });

describe('tracking link', () => {
  it.each([
    ['nothing but the key', {}, 'https://t.example/c/k3y'],
    [
      'macros as the source writes them',
      { params: [{ name: 'ad', macro: '{{ad.id}}', sub: 'sub1' }] },
      'https://t.example/c/k3y?ad={{ad.id}}',
    ],
    [
      'no parameter that is filled by hand',
      { params: [{ name: 'ad', macro: '', sub: 'sub1' }] },
      'https://t.example/c/k3y',
    ],
    [
      'the cost last',
      { cost_param: 'cost', cost_macro: '{cpc}', external_id_param: 'cid', external_id_macro: '[ID]' },
      'https://t.example/c/k3y?cid=[ID]&cost={cpc}',
    ],
    ['no click id that the source adds by itself', { external_id_param: 'fbclid' }, 'https://t.example/c/k3y'],
    ['no macro without its parameter', { cost_macro: '{cpc}' }, 'https://t.example/c/k3y'],
  ])('contains %s', (_, changes, expected) => {
    expect(link(changes)).toBe(expected);
  });
});

it('the postback URL contains the key and leaves macros to the advertiser', () => {
  expect(postbackUrl('https://t.example', 'secret')).toBe(
    'https://t.example/postback?cid={click_id}&payout={payout}&status={status}&txid={txid}&key=secret',
  );
});

it.each(['https://t.example/c/k3y', 'https://t.example/c/k3y?ad={{ad.id}}&q=a?b'])(
  'the transparency page of %s is the link without parameters and with a plus',
  (tracking) => {
    expect(transparencyUrl(tracking)).toBe('https://t.example/c/k3y+');
  },
);

it('the test link fills every source macro and leaves the cost to the settings', () => {
  const settings = {
    ...NOTHING,
    key: 'k3y',
    params: [{ name: 'ad', macro: '{{ad.id}}', sub: 'sub1' as const }],
    external_id_param: 'cid',
    cost_param: 'cost',
    cost_macro: '{cpc}',
  };
  expect(testUrl('https://t.example', settings)).toBe('https://t.example/c/k3y?ad=test&cid=test');
});
