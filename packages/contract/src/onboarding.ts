import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** Onboarding steps in order. */
export const ONBOARDING_STEPS = ['email', 'campaign', 'click', 'conversion', 'colleague'] as const;
export type OnboardingStep = (typeof ONBOARDING_STEPS)[number];

export const Onboarding = z.object({
  /** Steps the user may take; `done` is null while the analytics database is unavailable. */
  steps: z.array(z.object({ step: z.enum(ONBOARDING_STEPS), done: z.nullable(z.boolean()) })),
  /** Hidden by the user. */
  is_hidden: z.boolean(),
});
export type Onboarding = z.infer<typeof Onboarding>;

export const onboardingApi = {
  get: endpoint({
    method: 'GET',
    path: '/onboarding',
    access: 'profile:read',
    summary: 'Returns the onboarding steps and which are complete.',
    response: z.object({ data: Onboarding }),
  }),
  update: endpoint({
    method: 'PUT',
    path: '/onboarding',
    access: 'profile:read',
    summary: 'Hides or shows the onboarding steps for the current user.',
    body: z.object({ is_hidden: z.boolean() }),
    response: z.object({ data: Onboarding }),
  }),
};
