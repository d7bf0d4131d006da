import { API_PREFIX } from '@poklik/contract/api';
import { AppError } from '@poklik/contract/errors';
import type { FastifyInstance } from 'fastify';
import type { LiveProviders } from '../../../payments/configured-provider.ts';
import type { Services } from '../../../services.ts';
import { saveCard } from '../payment-methods/save-card.service.ts';
import { applyProviderEvent } from './apply-payment-event.service.ts';

const BODY_BYTES_MAX = 512 * 1024;

/** The body stays raw bytes, because the signature covers exactly these. */
export function registerPaymentWebhook(app: FastifyInstance, services: Services, providers: LiveProviders): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => body);
    scope.post<{ Params: { provider: string }; Body: Buffer | undefined }>(
      `${API_PREFIX}/payments/:provider/webhook`,
      { bodyLimit: BODY_BYTES_MAX },
      async ({ params, body, headers }) => {
        const provider = providers.find(params.provider);
        if (!provider) throw new AppError('not_found');
        const call = body ?? Buffer.alloc(0);
        const now = new Date();
        for (const event of await provider.read(call, headers, now)) {
          await applyProviderEvent(services, provider, event);
          // An error makes the provider send the event again, which books nothing twice.
          await saveCard(services, provider, event);
        }
        return provider.acknowledge?.(call, now) ?? { received: true };
      },
    );
  });
}
