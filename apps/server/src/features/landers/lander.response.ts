import type { Lander } from '@poklik/contract/landers';
import { slotLinks } from '@poklik/domain/landers/slot-links';
import type { LanderRow } from './landers.repo.ts';

export const toLander = (row: LanderRow, { campaigns, origin }: { campaigns: number; origin: string }): Lander => ({
  ...row.settings,
  id: row.id,
  key: row.key,
  links: slotLinks(origin, { key: row.key, slots: row.settings.slots }),
  version: row.version,
  campaigns,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
});
