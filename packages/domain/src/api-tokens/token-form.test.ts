import type { ApiTokenForm } from '@poklik/contract/api-tokens';
import { TOKEN_SCOPES } from '@poklik/contract/token-scopes';
import { describe, expect, it } from 'vitest';
import { newApiToken } from './token-form.ts';

const NOW = Date.parse('2026-03-01T00:00:00Z');
const form = (changes: Partial<ApiTokenForm> = {}): ApiTokenForm => ({
  name: 'Reports',
  preset: 'read',
  scopes: [],
  campaign_ids: null,
  ip_allow_list: '',
  expires_at: 'never',
  ...changes,
});

describe('token form', () => {
  it('grants every read scope the creator has with the read-only preset', () => {
    const allowed = ['campaigns:read', 'campaigns:write', 'team:read'] as const;
    expect(newApiToken(form(), allowed, NOW).scopes).toEqual(['campaigns:read', 'team:read']);
    expect(newApiToken(form({ preset: 'full' }), allowed, NOW).scopes).toEqual(allowed);
  });

  it('grants the chosen scopes with the custom preset', () => {
    expect(newApiToken(form({ preset: 'custom', scopes: ['team:read'] }), TOKEN_SCOPES, NOW).scopes).toEqual([
      'team:read',
    ]);
  });

  it('accepts addresses with any separator, and an empty list as any address', () => {
    const typed = ' 203.0.113.7,\n198.51.100.0/24 ; 2001:db8::1 ';
    expect(newApiToken(form({ ip_allow_list: typed }), TOKEN_SCOPES, NOW).ip_allow_list).toEqual([
      '203.0.113.7',
      '198.51.100.0/24',
      '2001:db8::1',
    ]);
    expect(newApiToken(form({ ip_allow_list: ' \n' }), TOKEN_SCOPES, NOW).ip_allow_list).toBeNull();
  });

  it('computes the expiry from days, or none for never', () => {
    expect(newApiToken(form({ expires_at: '30' }), TOKEN_SCOPES, NOW).expires_at).toBe('2026-03-31T00:00:00.000Z');
    expect(newApiToken(form(), TOKEN_SCOPES, NOW).expires_at).toBeNull();
  });
});
