import type { Onboarding, OnboardingStep } from '@poklik/contract/onboarding';
import { onboardingSteps } from '@poklik/domain/onboarding/onboarding-steps';
import type { Caller } from '../../http/caller.ts';
import type { Services } from '../../services.ts';
import { hasClick } from '../../stats/has-click.ts';
import { tryClickhouse } from '../../stores/try-clickhouse.ts';
import { getOnboardingState } from './onboarding.repo.ts';

/** Steps are derived from data, never ticked off by hand. */
export async function getOnboarding(services: Services, caller: Caller): Promise<Onboarding> {
  const rows = await getOnboardingState(services.db, caller);
  const steps = onboardingSteps(caller);
  // A conversion implies a click, and a click needs a campaign, so ClickHouse is often not needed.
  const hasClicks = (): boolean | Promise<boolean | null> =>
    rows.hasConversion ||
    (rows.hasCampaign &&
      steps.includes('click') &&
      tryClickhouse(services, caller.accountId, (client) => hasClick(client, caller.accountId, caller.campaignIds)));
  const done: Record<OnboardingStep, boolean | null> = {
    email: rows.isVerified,
    campaign: rows.hasCampaign,
    click: await hasClicks(),
    conversion: rows.hasConversion,
    colleague: rows.hasTeammate,
  };
  return { steps: steps.map((step) => ({ step, done: done[step] })), is_hidden: rows.isHidden };
}
