import type { Offer, OfferSettings } from '@poklik/contract/offers';
import { toLinkState } from '@poklik/domain/link-checks/link-check';
import type { Caller } from '../../http/caller.ts';
import type { OfferRow } from './offers.repo.ts';
import { withoutMoney } from './offers.service.ts';

/** Payout limits are money. */
export const visibleSettings = (
  settings: OfferSettings,
  { canSeeMoney }: Pick<Caller, 'canSeeMoney'>,
): OfferSettings => (canSeeMoney ? settings : { ...settings, caps: withoutMoney(settings.caps) });

export const toOffer = (caller: Caller, row: OfferRow, campaigns: number): Offer => ({
  ...visibleSettings(row.settings, caller),
  id: row.id,
  version: row.version,
  campaigns,
  link: toLinkState(row.link, row.settings.url),
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
});
