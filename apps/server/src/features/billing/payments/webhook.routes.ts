import { API_PREFIX } from '@poklik/contract/api';
import { AppError } from '@poklik/contract/errors';
import type { FastifyInstance } from 'fastify';
import type { LiveProvider } from '../../../payments/configured-provider.ts';
import type { Services } from '../../../services.ts';
import { applyProviderEvent } from './apply-payment-event.service.ts';

const BODY_BYTES_MAX = 512 * 1024;

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
        return { received: true };
      },
    );
  });
}
