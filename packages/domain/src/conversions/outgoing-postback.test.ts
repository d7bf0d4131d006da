import { OutgoingPostback } from '@poklik/contract/campaigns';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  fillSecrets,
  isInShare,
  listSecrets,
  maskValues,
  renderRequest,
  sentHeaders,
  skipReason,
} from './outgoing-postback.ts';

const read = (changes: object) =>
  OutgoingPostback.safeParse({ url: 'https://source.test/?c={click_id}', statuses: ['approved'], ...changes });
const postback = (changes: object = {}): OutgoingPostback => {
  const { data, error } = read(changes);
  if (!data) throw error;
  return data;
};
const problems = (changes: object): string[] => read(changes).error?.issues.map(({ message }) => message) ?? [];
const json = (body: string) => ({ method: 'POST', body_type: 'json', body });

describe('the share of a postback', () => {
  const ids = Array.from({ length: 10_000 }, (_, place) => `01hzy${String(place).padStart(24, '0')}`);
  const chosen = (url: string, share: number) => ids.filter((id) => isInShare(id, url, share));

  it('of 30 sends 28 to 32 % of 10,000 conversions, and the same ones when it is repeated', () => {
    const first = chosen('https://source.test/{click_id}', 30);
    expect(first.length).toBeGreaterThanOrEqual(2_800);
    expect(first.length).toBeLessThanOrEqual(3_200);
    expect(chosen('https://source.test/{click_id}', 30)).toEqual(first);
    expect(chosen('https://source.test/{click_id}', 100)).toHaveLength(ids.length);
  });

  it('grows without dropping conversions, and differs between postbacks', () => {
    const [small, large] = [chosen('https://a.test/', 30), new Set(chosen('https://a.test/', 45))];
    expect(small.every((id) => large.has(id))).toBe(true);
    const both = new Set(chosen('https://b.test/', 30));
    const common = small.filter((id) => both.has(id)).length;
    expect(common).toBeGreaterThan(700);
    expect(common).toBeLessThan(1_100);
  });
});

describe('a conversion', () => {
  const conversion = { id: 'a1', status: 'approved', type: 'deposit' } as const;
  it.each([
    [{}, null],
    [{ statuses: ['rejected'] }, 'status'],
    [{ types: ['deposit', 'sale'] }, null],
    [{ types: ['sale'] }, 'type'],
  ])('is sent with %j unless %s', (changes, reason) => expect(skipReason(postback(changes), conversion)).toBe(reason));
});

describe('a template', () => {
  it.each([
    [{ method: 'POST', body_type: 'form', body: 'c={click_id}&v={payout}' }, []],
    [json('{"c":"{click_id}","v":{payout:number},"t":"{secret.token}"}'), []],
    [json('{"c":{click_id}}'), ['json_body']],
    [json('{"v":{payout}}'), ['json_body']],
    [json('{"c":"{click_id}"'), ['json_body']],
    [json('{"c":"{nobody}"}'), ['unknown_macro']],
    [json(''), ['body_missing']],
    [{ ...json('{}'), method: 'GET' }, ['body_with_get']],
    [{ method: 'PUT', body_type: 'form', body: 'a=b c' }, ['form_body']],
    [{ method: 'PUT', body_type: 'form', body: 'a={what}' }, ['unknown_macro']],
    [{ headers: [{ name: 'Authorization', value: 'Bearer {secret.token}' }] }, []],
    [{ headers: [{ name: 'X-Pay', value: '{nobody}' }] }, ['unknown_macro']],
    [{ headers: [{ name: 'host', value: 'a' }] }, ['header_reserved']],
    [{ headers: [{ name: 'Content-Length', value: '1' }] }, ['header_reserved']],
    [{ headers: [{ name: 'Proxy-Authorization', value: 'a' }] }, ['header_reserved']],
    [{ headers: [{ name: 'X-A', value: 'a\r\nHost: b' }] }, ['header_value']],
    [
      {
        headers: [
          { name: 'X-A\n', value: 'a' },
          { name: 'x-a', value: 'b' },
        ],
      },
      ['header_repeated'],
    ],
    [{ headers: [{ name: 'X A', value: 'a' }] }, ['header_name']],
    [{ url: 'https://source.test/{secret.token}' }, []],
    [{ url: 'https://{secret.token}.test/' }, ['destination_url']],
    [{ url: 'https://source.test/{secret.}' }, ['destination_url']],
    [{ share: 0 }, expect.any(Array)],
  ])('%j has the problems %j', (changes, expected) => expect(problems(changes)).toEqual(expected));

  it('takes ten headers and no more', () => {
    const headers = Array.from({ length: 11 }, (_, place) => ({ name: `X-${place}`, value: 'a' }));
    expect(problems({ headers: headers.slice(1) })).toEqual([]);
    expect(problems({ headers })).toHaveLength(1);
  });

  it('has a body of 8 kB and no more', () => {
    expect(problems(json(`"${'x'.repeat(8_190)}"`))).toEqual([]);
    expect(problems(json(`"${'x'.repeat(8_191)}"`))).toHaveLength(1);
  });

  it('without the new settings is the request of earlier versions', () => {
    const old = postback({ url: 'https://source.test/é?c={click_id}&t={txid}', method: 'POST' });
    const request = renderRequest(old, (macro) => ({ click_id: 'a1', txid: "№ '7'" })[macro] ?? '');
    expect(request).toEqual({
      ...{ method: 'POST', url: 'https://source.test/%C3%A9?c=a1&t=%E2%84%96%20%277%27' },
      ...{ headers: [], body_type: 'none', body: '' },
    });
    expect(sentHeaders(request)).toEqual([]);
  });
});

describe('values', () => {
  const full = postback({
    ...json('{"a":"{sub1}","{sub2}":[{payout:number},{cost:number}],"t":"{secret.token}"}'),
    headers: [{ name: 'X-Sub', value: 'is {sub1} {secret.token}' }],
    url: 'https://source.test/?s={sub1}&t={secret.token}',
  });

  it('of any kind stay values, and the body stays JSON', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (sub1, payout) => {
        const values: Record<string, string> = { sub1, sub2: 'name', payout, cost: '0.5' };
        const request = renderRequest(full, (macro) => values[macro] ?? '');
        expect(listSecrets(request)).toEqual(['token']);
        const sent = fillSecrets(request, () => 'p"{ä}');
        const body = JSON.parse(sent.body);
        expect(body).toMatchObject({ a: sub1.toWellFormed(), t: 'p"{ä}' });
        expect(body.name[1]).toBe(0.5);
        expect(body.name[0] === null || body.name[0] === Number(payout)).toBe(true);
        expect(request.headers[0]?.value).toMatch(/^is [\x20-\x7e]* \{secret\.token\}$/);
      }),
    ));

  it('that look like a secret are not filled in', () => {
    const request = renderRequest(full, () => '{secret.token}');
    const sent = fillSecrets(request, () => 'SECRET');
    expect(sent.url).toBe('https://source.test/?s=%7Bsecret.token%7D&t=SECRET');
    expect(sent.headers[0]?.value).toBe('is %7Bsecret.token%7D SECRET');
    expect(JSON.parse(sent.body)).toEqual({ a: '{secret.token}', '{secret.token}': [null, null], t: 'SECRET' });
    expect(JSON.stringify(request)).not.toContain('SECRET');
  });

  it('of secrets are masked in an answer', () =>
    expect(maskValues('bad token a/b and a%2Fb', ['a/b'])).toBe('bad token *** and ***'));

  it('of a body have a content type, unless the postback sets its own', () => {
    const form = postback({ method: 'PUT', body_type: 'form', body: 'c={click_id}' });
    expect(sentHeaders(renderRequest(form, () => ''))).toEqual([
      { name: 'Content-Type', value: 'application/x-www-form-urlencoded' },
    ]);
    const own = { ...full, headers: [{ name: 'content-type', value: 'application/ld+json' }] };
    expect(sentHeaders(renderRequest(own, () => ''))).toEqual(own.headers);
  });
});
