import { useTranslation } from 'react-i18next';
import { ChoiceLinks } from '../../ui/choice/choice-links.tsx';
import css from './transactions-page.module.css';

/** The operator's parts of the screen. */
export function TransactionTabs({ chosen }: { chosen: 'balances' | 'bank' }) {
  const { t } = useTranslation('transactions');
  return (
    <div className={css.tabs}>
      <ChoiceLinks
        label={t('tabs')}
        choices={[
          { label: t('balances'), to: { search: '' }, chosen: chosen === 'balances' },
          { label: t('bank.title'), to: { search: '?tab=bank' }, chosen: chosen === 'bank' },
        ]}
      />
    </div>
  );
}
