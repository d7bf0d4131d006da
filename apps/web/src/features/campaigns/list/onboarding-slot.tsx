import { lazy, Suspense } from 'react';
import { loadNamespaces } from '../../../i18n/i18n.ts';
import css from './onboarding-slot.module.css';

const OnboardingCard = lazy(async () => {
  const [module] = await Promise.all([
    import('../../../widgets/onboarding/onboarding-card.tsx'),
    loadNamespaces(['instructions']),
  ]);
  return { default: module.OnboardingCard };
});

/** Reserves space for the onboarding card while it loads, so nothing shifts. */
export const OnboardingSlot = () => (
  <div className={css.place}>
    <Suspense fallback={<div className={css.kept} aria-busy />}>
      <OnboardingCard />
    </Suspense>
  </div>
);
