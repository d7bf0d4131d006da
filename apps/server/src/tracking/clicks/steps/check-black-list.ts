import { ClickOutcome } from '@poklik/domain/clicks/click-outcome';
import { matchBlackList } from '../../addresses/black-list.ts';
import { type ClickContext, DropReason } from '../click-context.ts';
import { clickRecord } from './click-record.ts';

/** Decides whether the click counts, never where it goes. */
export function checkBlackList(click: ClickContext): undefined {
  const { campaign, sources, visit } = click;
  const list = sources.blackListOf(campaign.accountId);
  click.blackListMatch = matchBlackList(list, campaign.id, visit.address.words);
}

/** A blocked click is recorded without a destination. */
export function rejectBlocked(click: ClickContext): DropReason | undefined {
  if (click.blackListMatch.outcome !== ClickOutcome.blocked) return undefined;
  click.record = clickRecord(click);
  return DropReason.blocked;
}
