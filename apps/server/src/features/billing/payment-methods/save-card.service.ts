import type { PaymentProvider, ProviderEvent } from '../../../payments/provider.ts';
import type { Services } from '../../../services.ts';
import { findUnconfirmedMethod } from './payment-methods.repo.ts';
import { confirmMethod } from './payment-methods.service.ts';

/** Saves the card of an event, if it was to be saved with this reference. */
export async function saveCard(
  services: Services,
  provider: PaymentProvider,
  { reference, savedBy, card: known }: Pick<ProviderEvent, 'reference' | 'savedBy' | 'card'>,
): Promise<void> {
  if (!savedBy || reference === null || !(await findUnconfirmedMethod(services.db, reference))) return;
  const card = known ?? (await provider.savedCard(savedBy));
  if (card) await confirmMethod(services, reference, card);
}
