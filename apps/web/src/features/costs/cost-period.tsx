import type { CostEntry } from '@poklik/contract/costs';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../format/dates.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import css from './costs.module.css';

/** The span in the time zone of its source, and which clicks of it. */
export function CostPeriod({ entry: { from, until, timezone, filters } }: { entry: CostEntry }) {
  const { t } = useTranslation('costs');
  const { t: words } = useTranslation('statistics');
  const language = useLanguage();
  const clicks = filters.map(({ dimension, operator, values }) => {
    const name = words(`dimension.${dimension}`, { defaultValue: dimension });
    return `${name} ${operator === 'in' ? '=' : '≠'} ${values.join(', ')}`;
  });
  return (
    <>
      <span>
        {formatDateTime(language, from, timezone)} – {formatDateTime(language, until, timezone)}
      </span>
      <small className={css.note}>{[timezone, ...(clicks.length > 0 ? clicks : [t('all_clicks')])].join(' · ')}</small>
    </>
  );
}
