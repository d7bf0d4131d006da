import { lazy, Suspense } from 'react';
import { loadNamespaces } from '../../../i18n/i18n.ts';
import css from './onboarding-slot.module.css';

const OnboardingCard = lazy(async () => {
  const [module] = await Promise.all([
    import('../../../widgets/onboarding-card.tsx'),
    loadNamespaces(['instructions']),
  ]);
  return { default: module.OnboardingCard };
});

/** Where the first steps stand. Their place is kept while they are on their way, so that nothing below moves. */
export const OnboardingSlot = () => (
  <div className={css.place}>
    <Suspense fallback={<div className={css.kept} aria-busy />}>
      <OnboardingCard />
    </Suspense>
  </div>
);
