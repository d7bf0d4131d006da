import type { Profile } from '@poklik/contract/profile';
import { ROLES } from '@poklik/contract/roles';

/** Somebody who is signed in: a customer, the owner of their account, unless said otherwise. */
export const profileOf = (changes: Partial<Profile> = {}): Profile => ({
  id: 7,
  email: 'anna@example.com',
  name: 'Анна',
  phone: null,
  company: null,
  messenger: null,
  role: ROLES.USER,
  status: 'active',
  email_verified_at: '2026-01-01T00:00:00.000Z',
  locale: 'ua',
  timezone: 'Europe/Kyiv',
  density: 'default',
  week_start: 'monday',
  shortcuts: true,
  currency: 'USD',
  referral_code: 'ANNA2026',
  can_edit_profile: true,
  team: { role: 'OWNER', campaign_ids: null, can_see_money: true, can_export: true },
  totp_enabled: false,
  must_set_up_totp: false,
  is_onboarding: false,
  impersonated_until: null,
  permissions: [],
  last_login_at: null,
  created_at: '2026-01-01T00:00:00.000Z',
  ...changes,
});
