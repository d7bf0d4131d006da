import { REVENUE_BASES } from '@poklik/contract/statistics';
import { useTranslation } from 'react-i18next';
import { Segmented } from '../../../../ui/choice/segmented.tsx';
import css from './revenue-basis-choice.module.css';
import type { RevenueChoice } from './use-revenue-basis.ts';

/** What pending conversions add to the revenue: rarely changed, so below the periods. */
export function RevenueBasisChoice({ revenue: { basis, choose } }: { revenue: RevenueChoice }) {
  const { t } = useTranslation('statistics');
  return (
    <div className={css.choice}>
      <span className={css.label} aria-hidden>
        {t('revenue_basis.label')}
      </span>
      <Segmented
        label={t('revenue_basis.label')}
        value={basis}
        onChange={choose}
        options={REVENUE_BASES.map((value) => ({ value, label: t(`revenue_basis.${value}`) }))}
      />
    </div>
  );
}
