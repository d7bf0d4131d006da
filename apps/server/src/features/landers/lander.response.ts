import type { Lander } from '@poklik/contract/landers';
import { slotLinks } from '@poklik/domain/landers/slot-links';
import { toLinkState } from '@poklik/domain/link-checks/link-check';
import type { LinkOrigin } from '../domains/link-origins.service.ts';
import type { LanderRow } from './landers.repo.ts';

export const toLander = (
  { id, key, version, settings, link, createdAt, updatedAt }: LanderRow,
  { campaigns, unknownVisits, origins }: { campaigns: number; unknownVisits: number; origins: readonly LinkOrigin[] },
): Lander => ({
  ...settings,
  id,
  key,
  links: origins.map(({ domainId, host, url }) => ({
    ...{ domain_id: domainId, host },
    urls: slotLinks(url, { key, slots: settings.slots }),
  })),
  version,
  campaigns,
  link: toLinkState(link, settings.url),
  unknown_visits: unknownVisits,
  created_at: createdAt.toISOString(),
  updated_at: updatedAt.toISOString(),
});
