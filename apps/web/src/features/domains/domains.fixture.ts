import type { Domain, DomainCheck } from '@poklik/contract/domains';

const check = (changes: Partial<DomainCheck> = {}): DomainCheck => ({
  state: 'ok',
  code: 'points_here',
  seen: null,
  wanted: null,
  at: '2026-11-18T12:00:00.000Z',
  message: 'It works.',
  ...changes,
});

export const waiting = check({ state: 'waiting', code: 'not_checked', at: null, message: 'Not checked yet.' });
export const failed = (message: string): DomainCheck => check({ state: 'failed', code: 'wrong_cname', message });

export const GIVEN: Domain = {
  id: 1,
  host: 'abc.track.example',
  name: 'abc.track.example',
  kind: 'given',
  status: 'active',
  url: 'https://abc.track.example',
  is_default: true,
  record: null,
  checks: { ownership: check(), dns: check(), reachable: check(), certificate: check() },
  root_mode: 'none',
  root_text: '',
  root_url: null,
  not_found_url: null,
  suspended_reason: null,
  campaigns: 0,
  created_at: '2026-11-18T12:00:00.000Z',
  verified_at: '2026-11-18T12:00:00.000Z',
  failing_since: null,
};

export const OWN: Domain = {
  ...GIVEN,
  id: 2,
  host: 'go.shop.example',
  name: 'go.shop.example',
  kind: 'own',
  url: 'http://go.shop.example',
  is_default: false,
  record: {
    cname: { name: 'go.shop.example', value: 'value.in.track.example' },
    txt: { name: '_poklik.go.shop.example', value: 'poklik=value' },
  },
};

export const PENDING: Domain = {
  ...OWN,
  status: 'pending',
  verified_at: null,
  checks: {
    ownership: failed('Change it to value.in.track.example.'),
    dns: waiting,
    reachable: waiting,
    certificate: waiting,
  },
};
