import type { ApiTokenForm, NewApiToken } from '@poklik/contract/api-tokens';
import type { TokenScope } from '@poklik/contract/token-scopes';

const DAY_MS = 86_400_000;

/** Converts the form to a request. `allowed` are the scopes the creator can grant. */
export function newApiToken(form: ApiTokenForm, allowed: readonly TokenScope[], now: number): NewApiToken {
  const addresses = form.ip_allow_list.split(/[\s,;]+/).filter((address) => address !== '');
  return {
    name: form.name,
    scopes: scopesOf(form, allowed),
    campaign_ids: form.campaign_ids,
    ip_allow_list: addresses.length === 0 ? null : addresses,
    expires_at: form.expires_at === 'never' ? null : new Date(now + Number(form.expires_at) * DAY_MS).toISOString(),
  };
}

function scopesOf({ preset, scopes }: ApiTokenForm, allowed: readonly TokenScope[]): TokenScope[] {
  switch (preset) {
    case 'read':
      return allowed.filter((scope) => scope.endsWith(':read'));
    case 'full':
      return [...allowed];
    case 'custom':
      return scopes;
  }
}
