import { PLAN_FEATURES } from '@poklik/contract/plan-features';
import type { Tariff } from '@poklik/contract/tariffs';

/** A tariff as the operator sees it. */
export const buildTariff = (changes: Partial<Tariff> = {}): Tariff => ({
  id: 3,
  code: 'pro',
  name: { ua: 'Pro', ru: 'Pro', en: 'Pro' },
  description: { ua: 'Для команд', ru: 'Для команд', en: 'For teams' },
  price: '99.00',
  currency: 'USD',
  period: 'month',
  prices: { month: '99.00', year: '990.00' },
  price_year: null,
  trial_days: 0,
  overage_price: null,
  trial_needs_card: false,
  events_limit: 1_000_000,
  campaigns_limit: 50,
  seats_limit: 5,
  retention_days: 365,
  api_per_minute: 300,
  blacklist_limit: 10_000,
  domains_limit: 5,
  features: [],
  highlights: { ua: [], ru: [], en: [] },
  feature_keys: [...PLAN_FEATURES],
  is_public: true,
  is_archived: false,
  position: 3,
  accounts: 4,
  ...changes,
});
