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
    summary: 'The first steps of a customer, and which of them are done.',
    response: z.object({ data: Onboarding }),
  }),
  update: endpoint({
    method: 'PUT',
    path: '/onboarding',
    access: 'profile:read',
    summary: 'Puts the first steps away, or brings them back, for this person alone.',
    body: z.object({ is_hidden: z.boolean() }),
    response: z.object({ data: Onboarding }),
  }),
};
