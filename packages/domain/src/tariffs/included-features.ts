import type { PlanFeature } from '@poklik/contract/plan-features';
import { type Priced, yearlyPrice } from './billing-period.ts';

export interface OfferedFeatures extends Priced {
  features: readonly PlanFeature[];
  isPublic: boolean;
  isArchived: boolean;
}

/** The cheapest plan on sale that has the feature; null if there is none. */
export function cheapestWith<Plan extends OfferedFeatures>(plans: readonly Plan[], feature: PlanFeature): Plan | null {
  const offered = plans.filter((plan) => plan.isPublic && !plan.isArchived && plan.features.includes(feature));
  return offered.toSorted((one, other) => Number(yearlyPrice(one) - yearlyPrice(other)))[0] ?? null;
}
