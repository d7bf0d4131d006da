import { ClickOutcome } from '@poklik/domain/clicks/click-outcome';
import { type CapturedIds, captureLinkIds, firstId } from '@poklik/domain/clicks/source-ids';
import type { CompiledCampaign } from '../../campaigns/compiled-campaign.ts';
import type { ClickContext } from '../click-context.ts';

/** Kept for reporting conversions to the source. Routing never sees them, and visitors can refuse. */
export function captureIds(click: ClickContext): undefined {
  const { visit, campaign, clickId } = click;
  if (visit.isPrivate || click.blackListMatch.outcome !== ClickOutcome.redirected) return;
  const captured = captureLinkIds(visit.query);
  if (!captured) return;
  const { kind = '', value = '' } = firstId(captured) ?? {};
  click.tagKind = kind;
  click.tag = value;
  click.consent = captured.consent;
  click.idsRecord = idsRecord(campaign, captured, { clickId, clickAt: visit.now, now: visit.now });
}

/** The fields of CLICK_ID_COLUMNS, tab-separated. */
export const idsRecord = (
  { accountId, id }: Pick<CompiledCampaign, 'accountId' | 'id'>,
  { consent, ids }: CapturedIds,
  { clickId, clickAt, now }: { clickId: string; clickAt: number; now: number },
): string => `${now}\t${clickAt}\t${accountId}\t${id}\t${clickId}\t${consent}\t${ids}`;
