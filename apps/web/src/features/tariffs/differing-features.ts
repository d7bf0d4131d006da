import { PLAN_FEATURES, type PlanFeature } from '@poklik/contract/plan-features';
import type { Tariff } from '@poklik/contract/tariffs';

/** What every plan includes says nothing about a single one. */
export const differingFeatures = (tariffs: readonly Tariff[]): PlanFeature[] =>
  PLAN_FEATURES.filter((feature) => tariffs.some(({ feature_keys: included }) => !included.includes(feature)));
