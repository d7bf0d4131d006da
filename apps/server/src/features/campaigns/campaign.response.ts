import type { Campaign } from '@poklik/contract/campaigns';
import { postbackUrl, trackingUrl } from '@poklik/domain/campaigns/campaign-links';
import type { CampaignTraffic } from './campaign-traffic.service.ts';
import type { CampaignRow } from './campaigns.repo.ts';

export const toCampaign = (row: CampaignRow, trackingHost: string, traffic: CampaignTraffic | null): Campaign => ({
  ...row.settings,
  id: row.id,
  key: row.key,
  version: row.version,
  postback_key: row.postbackKey,
  tracking_url: trackingUrl(trackingHost, row.key, row.settings),
  postback_url: postbackUrl(trackingHost, row.postbackKey),
  stats: traffic?.stats ?? null,
  today: traffic?.today ?? null,
  sparkline: traffic?.sparkline ?? null,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
});
