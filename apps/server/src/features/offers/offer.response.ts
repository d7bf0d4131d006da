import type { Offer } from '@poklik/contract/offers';
import type { OfferRow } from './offers.repo.ts';

export const toOffer = (row: OfferRow, campaigns: number): Offer => ({
  ...row.settings,
  id: row.id,
  version: row.version,
  campaigns,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
});
