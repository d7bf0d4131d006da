import type { CampaignOptions } from '@poklik/contract/campaign-options';
import { type Campaign, CampaignBody } from '@poklik/contract/campaigns';

/** A campaign with the usual values, as the server answers it. */
export const newCampaign = (id: number, name: string): Campaign => ({
  ...CampaignBody.parse({ name, default_url: 'https://shop.example/' }),
  id,
  key: `key${id}`,
  version: 1,
  postback_key: 'secret',
  tracking_url: `https://t.example/c/key${id}`,
  postback_url: `https://t.example/postback?key=secret${id}`,
  stats: null,
  today: null,
  sparkline: null,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
});

/** What the campaign form chooses from, as short as it can be. */
export const campaignOptions: CampaignOptions = {
  traffic_sources: [],
  devices: [],
  systems: [],
  browsers: [],
  cost_models: [],
  statuses: [],
  dedupe_modes: [],
  macros: [],
  postback_macros: [],
  currencies: ['USD'],
  geo_database: { date: '2026-01-01', name: 'Countries' },
  limits: { campaigns_used: 0, campaigns_max: null },
  tags: [],
  domains: [],
  networks: [],
  connections: [],
};
