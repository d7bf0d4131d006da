import type { onboardingApi } from '@poklik/contract/onboarding';
import type { Handlers } from '../../http/bind-routes.ts';
import type { Services } from '../../services.ts';
import { setOnboardingHidden } from './onboarding.repo.ts';
import { getOnboarding } from './onboarding.service.ts';

export const onboardingRoutes = (services: Services): Handlers<typeof onboardingApi> => ({
  get: async (caller) => ({ data: await getOnboarding(services, caller) }),
  update: async (caller, { body }) => {
    await setOnboardingHidden(services.db, caller.userId, body.is_hidden);
    return { data: await getOnboarding(services, caller) };
  },
});
