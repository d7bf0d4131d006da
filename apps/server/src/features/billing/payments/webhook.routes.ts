import { API_PREFIX } from '@poklik/contract/api';
import { AppError } from '@poklik/contract/errors';
import type { FastifyInstance } from 'fastify';
import type { LiveProvider } from '../../../payments/configured-provider.ts';
import type { PaymentProvider } from '../../../payments/provider.ts';
import type { Services } from '../../../services.ts';
import { findUnconfirmedMethod } from '../payment-methods/payment-methods.repo.ts';
import { confirmMethod } from '../payment-methods/payment-methods.service.ts';
import { applyProviderEvent } from './apply-payment-event.service.ts';

const BODY_BYTES_MAX = 512 * 1024;

/** Saves the card of an event, if it was to be saved with this reference. */
async function saveCard(
  services: Services,
  provider: PaymentProvider,
  reference: string | null,
  savedBy: string,
): Promise<void> {
  if (reference === null || !(await findUnconfirmedMethod(services.db, reference))) return;
  const card = await provider.savedCard(savedBy);
  if (card) await confirmMethod(services, reference, card);
}

/** The body stays raw bytes, because the signature covers exactly these. */
export function registerPaymentWebhook(app: FastifyInstance, services: Services, findProvider: LiveProvider): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => body);
    scope.post<{ Params: { provider: string }; Body: Buffer | undefined }>(
      `${API_PREFIX}/payments/:provider/webhook`,
      { bodyLimit: BODY_BYTES_MAX },
      async ({ params, body, headers }) => {
        const provider = findProvider();
        if (params.provider !== provider?.name) throw new AppError('not_found');
        const event = provider.read(body ?? Buffer.alloc(0), headers, new Date());
        if (event) await applyProviderEvent(services, provider, event);
        // An error makes the provider send the event again, which books nothing twice.
        if (event?.savedBy) await saveCard(services, provider, event.reference, event.savedBy);
        return { received: true };
      },
    );
  });
}
