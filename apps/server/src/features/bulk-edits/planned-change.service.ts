import { CampaignBody, type CampaignSettings } from '@poklik/contract/campaigns';
import type { FieldProblem } from '@poklik/contract/errors';
import { problemsByField } from '@poklik/contract/issues';
import { changedSettings } from '@poklik/domain/campaigns/version-diff';
import { listLanderIds, listOfferIds, listTargets } from '@poklik/domain/routing/targets';
import type { Caller } from '../../http/caller.ts';
import { mapInTurns } from '../../http/streams/csv-stream.ts';
import type { Services } from '../../services.ts';
import type { Database } from '../../stores/postgres.ts';
import type { CampaignRow } from '../campaigns/campaigns.repo.ts';
import { findLinksToHosts, findRedirectLoops } from '../campaigns/redirect-loop.service.ts';
import { listDomainHosts } from '../domains/link-origins.service.ts';
import { listUsableLanderUrls } from '../landers/landers.service.ts';
import { listUsableOfferUrls } from '../offers/offers.service.ts';

export interface PlannedChange {
  row: CampaignRow;
  /** The settings it would have. */
  settings: CampaignSettings;
  isChanged: boolean;
  problems: Record<string, FieldProblem[]>;
}

/** What saving other settings of these campaigns would do, with few queries however many there are. */
export async function planChanges(
  tx: Database,
  { config }: Pick<Services, 'config'>,
  author: Caller,
  wanted: readonly { row: CampaignRow; settings: CampaignSettings }[],
): Promise<PlannedChange[]> {
  const hosts = await listDomainHosts(tx, author.accountId);
  const offers = await listUsableOfferUrls(tx, author, newIds(wanted, listOfferIds), []);
  const landers = await listUsableLanderUrls(tx, author, newIds(wanted, listLanderIds), []);
  return mapInTurns(wanted, ({ row, settings }): PlannedChange => {
    if (changedSettings(row.settings, settings).length === 0) return { row, settings, isChanged: false, problems: {} };
    const kept = { offers: new Set(listOfferIds(row.settings)), landers: new Set(listLanderIds(row.settings)) };
    const unknown = listTargets(settings).flatMap(({ path, target: { offer_id, lander_id } }) => {
      if (lander_id != null) return kept.landers.has(lander_id) || landers.has(lander_id) ? [] : [`${path}.lander_id`];
      return offer_id == null || kept.offers.has(offer_id) || offers.has(offer_id) ? [] : [`${path}.offer_id`];
    });
    const parsed = CampaignBody.safeParse(settings, { reportInput: true });
    const problems = {
      ...findRedirectLoops(settings, config),
      ...findLinksToHosts(settings, hosts),
      ...Object.fromEntries(unknown.map((path) => [path, [{ key: 'target_unknown' }]])),
      ...(parsed.success ? {} : problemsByField(parsed.error.issues)),
    };
    return { row, settings, isChanged: true, problems };
  });
}

const newIds = (
  wanted: readonly { row: CampaignRow; settings: CampaignSettings }[],
  list: (settings: CampaignSettings) => number[],
): number[] => [
  ...new Set(
    wanted.flatMap(({ row, settings }) => {
      const kept = new Set(list(row.settings));
      return list(settings).filter((id) => !kept.has(id));
    }),
  ),
];
