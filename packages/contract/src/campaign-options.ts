import * as z from 'zod/mini';
import { CampaignStatus, CostModel, DedupeMode } from './campaigns.ts';
import { endpoint } from './endpoint.ts';
import { Id } from './fields.ts';
import { PLATFORMS } from './platforms.ts';
import { Browser, Device, MACROS, POSTBACK_MACROS, System } from './routing.ts';
import { TrafficSource } from './traffic-sources.ts';

const Named = z.object({ code: z.string(), name: z.string() });
export type Named = z.infer<typeof Named>;

export const CampaignOptions = z.object({
  traffic_sources: z.array(TrafficSource),
  devices: z.array(Device),
  systems: z.array(System),
  browsers: z.array(Browser),
  cost_models: z.array(CostModel),
  statuses: z.array(CampaignStatus),
  dedupe_modes: z.array(DedupeMode),
  macros: z.array(z.enum(MACROS)),
  postback_macros: z.array(z.enum(POSTBACK_MACROS)),
  currencies: z.array(z.string()),
  /** The GeoIP database and its date. */
  geo_database: z.object({ date: z.string(), name: z.string() }),
  /** Archived campaigns don't count. Null means unlimited. */
  limits: z.object({ campaigns_used: z.int(), campaigns_max: z.nullable(z.int()) }),
  /** Tags the account already uses. */
  tags: z.array(z.string()),
  /** Tracking domains that campaigns may use; `is_default` for new ones. Empty if the installation has none. */
  domains: z.array(z.object({ id: Id, name: z.string(), is_default: z.boolean() })),
  /** Affiliate networks, and the parameter of their links that takes the click ID. */
  networks: z.array(z.object({ id: Id, name: z.string(), click_param: z.nullable(z.string()) })),
  connections: z.array(z.object({ id: Id, name: z.string(), platform: z.enum(PLATFORMS) })),
});
export type CampaignOptions = z.infer<typeof CampaignOptions>;

export const campaignOptionsApi = {
  languages: endpoint({
    method: 'GET',
    path: '/languages',
    access: 'campaigns:read',
    summary: 'Lists the languages available in rules, named in the request’s language.',
    response: z.object({ data: z.array(Named) }),
  }),
  countries: endpoint({
    method: 'GET',
    path: '/countries',
    access: 'campaigns:read',
    summary: 'Lists the countries available in rules, named in the request’s language.',
    response: z.object({ data: z.array(Named) }),
  }),
  options: endpoint({
    method: 'GET',
    path: '/companies_related/get_options',
    access: 'campaigns:read',
    summary: 'Lists all other campaign options: traffic sources, devices, cost models, macros and more.',
    response: z.object({ data: CampaignOptions }),
  }),
};
