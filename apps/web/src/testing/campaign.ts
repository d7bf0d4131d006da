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
