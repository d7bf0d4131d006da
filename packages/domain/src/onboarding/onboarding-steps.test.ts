import type { OnboardingStep } from '@poklik/contract/onboarding';
import { ROLES, type Role, type TeamRole } from '@poklik/contract/roles';
import { describe, expect, it } from 'vitest';
import { permissionsOf } from '../auth/role-permissions.ts';
import { onboardingSteps } from './onboarding-steps.ts';

const ALL: OnboardingStep[] = ['email', 'campaign', 'click', 'conversion', 'colleague'];

const stepsOf = (role: Role, teamRole: TeamRole, isImpersonated = false) =>
  onboardingSteps({
    role,
    permissions: permissionsOf({ role, teamRole, canEditProfile: true, canSeeMoney: true, isImpersonated }),
  });

describe('onboarding steps', () => {
  it.each<[TeamRole, OnboardingStep[]]>([
    ['OWNER', ALL],
    ['ADMIN', ALL],
    ['EDITOR', ['email', 'campaign', 'click', 'conversion']],
    ['VIEWER', []],
    ['BILLING', []],
  ])('for a customer with the team role %s are those they have permission for', (teamRole, steps) => {
    expect(stepsOf(ROLES.USER, teamRole)).toEqual(steps);
  });

  it('are not shown to staff', () => {
    expect(stepsOf(ROLES.ADMIN, 'OWNER')).toEqual([]);
    expect(stepsOf(ROLES.SUPER_ADMIN, 'OWNER')).toEqual([]);
  });

  it('exclude what is blocked during impersonation', () => {
    expect(stepsOf(ROLES.USER, 'OWNER', true)).not.toContain('colleague');
  });
});
