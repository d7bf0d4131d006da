import { TIME_BASES } from '@poklik/contract/statistics';
import { useTranslation } from 'react-i18next';
import { Segmented } from '../../../ui/choice/segmented.tsx';
import css from './date-basis.module.css';
import { type ConversionFilters, oneOf } from './filter-fields.ts';

/** Whether the period is about clicks or about conversions. */
export function DateBasis({ filters }: { filters: ConversionFilters }) {
  const { t } = useTranslation('conversions');
  return (
    <div className={css.part}>
      <Segmented
        label={t('filter.time_basis')}
        value={oneOf(TIME_BASES, filters.values.time_basis) ?? 'conversion'}
        options={TIME_BASES.toReversed().map((value) => ({ value, label: t(`time_basis.${value}`) }))}
        onChange={(value) => filters.set('time_basis', value === 'click' ? value : null)}
      />
    </div>
  );
}
