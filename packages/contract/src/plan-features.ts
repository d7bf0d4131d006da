import * as z from 'zod/mini';

/** What a plan can include. Redirects, postbacks and an account's own data are in every plan. */
export const PLAN_FEATURES = ['team', 'api', 'domains', 'landers', 'connections'] as const;
export const PlanFeature = z.enum(PLAN_FEATURES);
export type PlanFeature = z.infer<typeof PlanFeature>;
