import { AppError } from '@poklik/contract/errors';
import type { settingsApi } from '@poklik/contract/settings';
import type { Handlers } from '../../http/bind-routes.ts';
import type { LiveProvider } from '../../payments/configured-provider.ts';
import type { Services } from '../../services.ts';
import type { AuthTools } from '../auth/auth.service.ts';
import { addBrandImage } from './branding.service.ts';
import { getInstallationId } from './installation.service.ts';
import { getSettings, undoSetting, updateSettings } from './settings.service.ts';
import { sendTestEmail } from './test-email.service.ts';

export function settingsRoutes(
  services: Services,
  tools: AuthTools,
  findProvider: LiveProvider,
): Handlers<typeof settingsApi> {
  /** The change is in force in this process, but not for the request that made it. */
  const readAfter = () => new Promise<Awaited<ReturnType<typeof getSettings>>>((resolve, reject) => {
    services.liveConfig.keep(() => getSettings(services).then(resolve, reject));
  });
  return {
    get: async () => ({ data: await getSettings(services) }),
    update: async (caller, { body }) => {
      await updateSettings(services, tools, caller, body);
      return { data: await readAfter() };
    },
    undo: async (caller, { params, body }) => {
      await undoSetting(services, tools, caller, { ...body, key: params.key });
      return { data: await readAfter() };
    },
    testEmail: async (caller) => ({ data: await sendTestEmail(services, tools, caller) }),
    testProvider: async (caller) => {
      const provider = findProvider();
      if (!provider) throw new AppError('card_payments_off');
      await tools.throttle.consumeEmail(`provider test of ${caller.userId}`, caller.ip);
      return { data: await provider.test() };
    },
    addImage: async (_caller, { body }) => ({ data: await addBrandImage(services, body.png) }),
    installation: async () => ({ data: { id: getInstallationId(services) } }),
  };
}
