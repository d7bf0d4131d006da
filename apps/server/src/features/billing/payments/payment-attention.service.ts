import { fromMinor } from '@poklik/domain/money/amount';
import type { ProviderEvent } from '../../../payments/provider.ts';
import type { Database } from '../../../stores/postgres.ts';
import { notifyWithEmail } from '../../notifications/notifications.service.ts';
import { getAccountOwner } from '../accounts.repo.ts';
import { listOperators, type PaymentRow } from './payments.repo.ts';

/** Money that doesn't fit its payment is not booked by itself: a person looks it up at the provider. */
export async function notifyAttention(
  tx: Database,
  { accountId, amountMinor, currency, reference }: PaymentRow,
  attention: NonNullable<ProviderEvent['attention']>,
): Promise<void> {
  const { email: customer } = await getAccountOwner(tx, accountId);
  const values = { amount: fromMinor(amountMinor), currency, customer, reference };
  for (const operator of await listOperators(tx, accountId))
    await notifyWithEmail(tx, operator, `payment_${attention}`, values, 'invoices');
}
