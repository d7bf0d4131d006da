import { ONBOARDING_STEPS, type OnboardingStep } from '@poklik/contract/onboarding';
import type { Permission } from '@poklik/contract/permissions';
import { ROLES, type Role } from '@poklik/contract/roles';

/** Permission required for each step. */
const NEEDS: Record<OnboardingStep, Permission> = {
  email: 'profile:read',
  campaign: 'campaigns:write',
  click: 'conversions:write',
  conversion: 'conversions:write',
  colleague: 'team:write',
};

/** Onboarding for customers who set up campaigns; viewers and staff have none. */
export const onboardingSteps = ({
  role,
  permissions,
}: {
  role: Role;
  permissions: readonly Permission[];
}): OnboardingStep[] =>
  role === ROLES.USER && permissions.includes('campaigns:write')
    ? ONBOARDING_STEPS.filter((step) => permissions.includes(NEEDS[step]))
    : [];
