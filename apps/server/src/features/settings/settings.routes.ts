import { AppError } from '@poklik/contract/errors';
import type { settingsApi } from '@poklik/contract/settings';
import type { Handlers } from '../../http/bind-routes.ts';
import type { Caller } from '../../http/caller.ts';
import type { LiveProviders } from '../../payments/configured-provider.ts';
import type { Services } from '../../services.ts';
import { recordAudit } from '../audit/audit.service.ts';
import type { AuthTools } from '../auth/auth.service.ts';
import { addBrandImage } from './branding.service.ts';
import { EMAIL_TESTED, getChecklist, PROVIDER_TESTED } from './checklist.service.ts';
import { getInstallationId } from './installation.service.ts';
import { getSettings, undoSetting, updateSettings } from './settings.service.ts';
import { sendTestEmail } from './test-email.service.ts';

const recordTest = (db: Services['db'], { userId, accountId, ip }: Caller, action: string): Promise<void> =>
  recordAudit(db, { actor: userId, account: accountId, action, entity: 'settings:test', ip });

export function settingsRoutes(
  services: Services,
  tools: AuthTools,
  providers: LiveProviders,
): Handlers<typeof settingsApi> {
  /** The change is in force in this process, but not for the request that made it. */
  const readAfter = () =>
    new Promise<Awaited<ReturnType<typeof getSettings>>>((resolve, reject) => {
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
    checklist: async (caller) => ({ data: await getChecklist(services, caller) }),
    testEmail: async (caller) => {
      const result = await sendTestEmail(services, tools, caller);
      if (result.accepted) await recordTest(services.db, caller, EMAIL_TESTED);
      return { data: result };
    },
    testProvider: async (caller, { body }) => {
      const provider = body.provider ? providers.find(body.provider) : providers.list()[0];
      if (!provider) throw new AppError('card_payments_off');
      await tools.throttle.consumeEmail(`provider test of ${caller.userId}`, caller.ip);
      const result = await provider.test().catch((error: Error) => ({ accepted: false, reply: error.message }));
      if (result.accepted) await recordTest(services.db, caller, PROVIDER_TESTED);
      return { data: result };
    },
    addImage: async (_caller, { body }) => ({ data: await addBrandImage(services, body.png) }),
    installation: async () => ({ data: { id: getInstallationId(services) } }),
  };
}
