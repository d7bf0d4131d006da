import type { CampaignSettings } from '@poklik/contract/campaigns';
import type { Lander } from '@poklik/contract/landers';
import type { LiveLander } from '@poklik/domain/landers/live-lander';
import { listLanderIds } from '@poklik/domain/routing/targets';
import { useLandersById } from './landers.queries.ts';

export type NamedLander = LiveLander & { name: string };

const toLive = ({ id, key, name, url, status, slots, direct_campaign_id }: Lander): NamedLander => ({
  ...{ id, key, name, url, slots },
  state: status === 'active' ? 'open' : status,
  directCampaignId: direct_campaign_id,
});

/** The landers of a draft, as routing knows them. A lander that is not loaded yet counts as open. */
export function useLiveLanders(
  draft: Pick<CampaignSettings, 'destinations' | 'rules'>,
): (id: number) => NamedLander | undefined {
  const named = listLanderIds(draft);
  const known = new Map(useLandersById(named).map((lander) => [lander.id, toLive(lander)]));
  return (id) =>
    known.get(id) ??
    (named.includes(id)
      ? { id, key: '', name: '', url: '', state: 'open', slots: 1, directCampaignId: null }
      : undefined);
}
