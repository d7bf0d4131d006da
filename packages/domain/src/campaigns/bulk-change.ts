import type { BulkChange } from '@poklik/contract/campaign-bulk';
import type { CampaignSettings } from '@poklik/contract/campaigns';
import { withoutTag, withTag } from './tags.ts';

/** The settings after a bulk change. */
export function applyBulkChange<Settings extends Pick<CampaignSettings, 'status' | 'tags'>>(
  settings: Settings,
  { action, tag = '' }: Pick<BulkChange, 'action' | 'tag'>,
): Settings {
  switch (action) {
    case 'activate':
      return { ...settings, status: 'active' };
    case 'pause':
      return { ...settings, status: 'paused' };
    case 'archive':
      return { ...settings, status: 'archived' };
    case 'add_tag':
      return { ...settings, tags: withTag(settings.tags, tag) };
    case 'remove_tag':
      return { ...settings, tags: withoutTag(settings.tags, tag) };
    case 'delete':
      return settings;
  }
}
