import { onboardingSteps } from '@poklik/domain/onboarding/onboarding-steps';
import { lazy, Suspense } from 'react';
import { useCurrentUser } from '../api/current-user.ts';
import { loadNamespaces } from '../i18n/i18n.ts';
import css from './onboarding.module.css';

const OnboardingCard = lazy(async () => {
  const [module] = await Promise.all([import('./onboarding-card.tsx'), loadNamespaces(['instructions'])]);
  return { default: module.OnboardingCard };
});

/** Where the first steps stand. Their place is kept while they are on their way, so that nothing below moves. */
export function OnboardingPlace() {
  const steps = onboardingSteps(useCurrentUser());
  return (
    <Suspense
      fallback={
        <div className={css.card} aria-busy>
          <div className={css.header} />
          <div className={css.steps}>
            {steps.map((step) => (
              <div key={step} className={css.step} />
            ))}
          </div>
        </div>
      }
    >
      <OnboardingCard />
    </Suspense>
  );
}
