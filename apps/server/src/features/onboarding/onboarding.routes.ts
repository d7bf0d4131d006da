import type { onboardingApi } from '@poklik/contract/onboarding';
import type { Handlers } from '../../http/bind.ts';
import type { Services } from '../../services.ts';
import { updateHidden } from './onboarding.repo.ts';
import { onboardingOf } from './onboarding.service.ts';

export const onboardingRoutes = (services: Services): Handlers<typeof onboardingApi> => ({
  get: async (caller) => ({ data: await onboardingOf(services, caller) }),
  update: async (caller, { body }) => {
    await updateHidden(services.db, caller.userId, body.is_hidden);
    return { data: await onboardingOf(services, caller) };
  },
});
