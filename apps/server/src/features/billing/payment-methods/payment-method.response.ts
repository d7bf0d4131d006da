import type { PaymentMethod } from '@poklik/contract/payment-methods';
import type { PaymentMethodRow } from './payment-methods.repo.ts';

export const toPaymentMethod = (row: PaymentMethodRow): PaymentMethod => ({
  id: row.id,
  provider: row.provider,
  brand: row.brand,
  last4: row.last4,
  expires: row.expires,
  country: row.country,
  refusal: row.refusal,
  added_at: (row.confirmedAt ?? row.createdAt).toISOString(),
});
