import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../../api/current-user.ts';
import type { PeriodControl } from '../../../widgets/periods/period.ts';
import { PeriodPicker } from '../../../widgets/periods/period-picker.tsx';
import type { RevenueChoice } from './revenue/use-revenue-basis.ts';

// Loaded when the periods are opened.
const RevenueBasisChoice = lazy(async () => ({
  default: (await import('./revenue/revenue-basis-choice.tsx')).RevenueBasisChoice,
}));

/** The period of the list, with what counts as revenue. */
export function CampaignPeriod({ period, revenue }: { period: PeriodControl; revenue: RevenueChoice }) {
  const { t } = useTranslation('statistics');
  const { can_see_money: seesMoney } = useCurrentUser().team;
  return (
    <PeriodPicker
      control={period}
      note={revenue.basis === 'approved' ? undefined : t(`revenue_basis.named.${revenue.basis}`)}
    >
      <Suspense>{seesMoney && <RevenueBasisChoice revenue={revenue} />}</Suspense>
    </PeriodPicker>
  );
}
