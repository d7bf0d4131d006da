import { describe, expect, it } from 'vitest';
import { type DnsAnswers, type DnsTarget, evaluateOwnership, evaluateRouting } from './evaluate-dns.ts';

const TARGET: DnsTarget = {
  host: 'go.shop.example',
  cname: 'value.in.track.example',
  txt: 'poklik=value',
  addresses: ['198.51.100.7', '2001:db8::7'],
};
const NOTHING: DnsAnswers = { state: 'found', cname: null, txt: [], addresses: [] };
const CLOUDFLARE = ['104.21.3.4', '2606:4700::1'];

describe('ownership', () => {
  it.each<[string, Partial<DnsAnswers>, object]>([
    ['the CNAME', { cname: 'Value.in.track.example.' }, { state: 'ok', code: 'cname_found' }],
    ['the TXT record', { txt: ['other', 'poklik=value'] }, { state: 'ok', code: 'txt_found' }],
    [
      'the TXT record behind another CNAME',
      { cname: 'x.cdn.example', txt: ['poklik=value'] },
      { state: 'ok', code: 'txt_found' },
    ],
    [
      'another CNAME',
      { cname: 'else.example' },
      { state: 'failed', code: 'wrong_cname', seen: 'else.example', wanted: TARGET.cname },
    ],
    ['a value of another account', { cname: 'other.in.track.example' }, { state: 'failed', code: 'wrong_cname' }],
    [
      'another TXT record',
      { txt: ['poklik=else'] },
      { state: 'failed', code: 'wrong_txt', seen: 'poklik=else', wanted: TARGET.txt },
    ],
    ['an unknown name', { state: 'not_found' }, { state: 'failed', code: 'name_not_found', wanted: TARGET.cname }],
    ['a CDN', { addresses: CLOUDFLARE }, { state: 'failed', code: 'cdn_hides_cname', seen: 'Cloudflare' }],
    ['addresses alone', { addresses: ['198.51.100.7'] }, { state: 'failed', code: 'record_missing' }],
    ['no record', {}, { state: 'failed', code: 'record_missing', seen: null }],
    ['no answer', { state: 'unknown' }, { state: 'waiting', code: 'dns_unavailable' }],
  ])('%s', (_, answers, expected) =>
    expect(evaluateOwnership({ ...NOTHING, ...answers }, TARGET)).toMatchObject(expected),
  );
});

describe('routing', () => {
  it.each<[string, Partial<DnsAnswers>, object]>([
    ['the CNAME', { cname: 'value.in.track.example' }, { state: 'ok', code: 'points_here' }],
    ['our addresses', { addresses: TARGET.addresses }, { state: 'ok', code: 'points_here' }],
    ['one of our addresses', { addresses: ['198.51.100.7'] }, { state: 'ok', code: 'points_here' }],
    [
      'AAAA elsewhere',
      { addresses: ['198.51.100.7', '2001:db8::9'] },
      { state: 'failed', code: 'aaaa_elsewhere', seen: '2001:db8::9' },
    ],
    ['A elsewhere', { addresses: ['192.0.2.1', '2001:db8::7'] }, { state: 'failed', code: 'address_elsewhere' }],
    ['both elsewhere', { addresses: ['192.0.2.1', '2001:db8::9'] }, { state: 'failed', code: 'address_elsewhere' }],
    ['a CDN', { addresses: CLOUDFLARE }, { state: 'failed', code: 'cdn_address', seen: 'Cloudflare' }],
    ['no address', {}, { state: 'failed', code: 'address_missing' }],
    ['an unknown name', { state: 'not_found' }, { state: 'failed', code: 'name_not_found' }],
    ['no answer', { state: 'unknown' }, { state: 'waiting', code: 'dns_unavailable' }],
  ])('%s', (_, answers, expected) =>
    expect(evaluateRouting({ ...NOTHING, ...answers }, TARGET, false)).toMatchObject(expected),
  );

  it('accepts a CDN that leads here', () =>
    expect(evaluateRouting({ ...NOTHING, addresses: CLOUDFLARE }, TARGET, true)).toMatchObject({
      code: 'through_cdn',
    }));

  it('waits while the zone has no addresses', () =>
    expect(
      evaluateRouting({ ...NOTHING, addresses: ['192.0.2.1'] }, { ...TARGET, addresses: [] }, false),
    ).toMatchObject({ state: 'waiting', code: 'zone_not_set_up' }));
});
