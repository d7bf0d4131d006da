import { useTranslation } from 'react-i18next';
import { ChoiceLinks } from '../../ui/choice/choice-links.tsx';
import css from './tariff-choice.module.css';

/** The operator's parts of the screen. */
export function TariffViews({ chosen }: { chosen: 'tariffs' | 'coupons' }) {
  const { t } = useTranslation('tariffs');
  return (
    <div className={css.views}>
      <ChoiceLinks
        label={t('views')}
        choices={[
          { label: t('title'), to: { search: '' }, chosen: chosen === 'tariffs' },
          { label: t('coupons.title'), to: { search: '?tab=coupons' }, chosen: chosen === 'coupons' },
        ]}
      />
    </div>
  );
}
