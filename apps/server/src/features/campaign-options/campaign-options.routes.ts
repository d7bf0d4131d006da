import type { CampaignOptions, campaignOptionsApi } from '@poklik/contract/campaign-options';
import { CAMPAIGN_STATUSES, COST_MODELS, DEDUPE_MODES } from '@poklik/contract/campaigns';
import { CURRENCIES } from '@poklik/contract/money';
import { BROWSERS, DEVICES, MACROS, OPERATING_SYSTEMS, POSTBACK_MACROS } from '@poklik/contract/routing';
import { openCountries } from '../../geo/country.ts';
import type { Handlers } from '../../http/bind-routes.ts';
import type { Services } from '../../services.ts';
import { getLimits } from '../billing/billing.service.ts';
import { getCampaignUsage } from '../campaigns/campaigns.service.ts';
import { listConnectionOptions } from '../connections/connections.repo.ts';
import { listUsableDomains } from '../domains/domains.service.ts';
import { listNetworkOptions } from '../networks/networks.repo.ts';
import { listOfferedSources } from '../traffic-sources/traffic-sources.service.ts';
import { countryNames, languageNames } from './localized-names.ts';

const STATIC_OPTIONS = {
  devices: [...DEVICES],
  systems: [...OPERATING_SYSTEMS],
  browsers: [...BROWSERS],
  cost_models: [...COST_MODELS],
  statuses: [...CAMPAIGN_STATUSES],
  dedupe_modes: [...DEDUPE_MODES],
  macros: [...MACROS],
  postback_macros: [...POSTBACK_MACROS],
  currencies: [...CURRENCIES],
} satisfies Partial<CampaignOptions>;

export function campaignOptionsRoutes(services: Services): Handlers<typeof campaignOptionsApi> {
  const { db, config } = services;
  const { database } = openCountries(config.clicks.geoDatabase);
  return {
    languages: async ({ language }) => ({ data: languageNames(language) }),
    countries: async ({ language }) => ({ data: countryNames(language) }),
    options: async (caller) => {
      const [{ campaignsMax }, { count, tags }, domains, sources, networks, connections] = await Promise.all([
        getLimits(db, caller.accountId),
        getCampaignUsage(db, caller),
        listUsableDomains(services, caller),
        listOfferedSources(db, caller),
        listNetworkOptions(db, caller.accountId),
        listConnectionOptions(db, caller.accountId),
      ]);
      const limits = { campaigns_used: count, campaigns_max: campaignsMax };
      const options = { geo_database: database, limits, tags, domains, networks, connections };
      return { data: { ...STATIC_OPTIONS, ...options, traffic_sources: sources } };
    },
  };
}
