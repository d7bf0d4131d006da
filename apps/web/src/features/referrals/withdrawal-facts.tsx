import type { SavedPayout, WithdrawalTerms } from '@poklik/contract/withdrawals';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '../../format/numbers.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import css from './referrals-page.module.css';

interface WithdrawalFactsProps {
  terms: WithdrawalTerms;
  payout: SavedPayout;
}

/** How much can be withdrawn, and where it would go. */
export function WithdrawalFacts({ terms, payout }: WithdrawalFactsProps) {
  const { t } = useTranslation(['referrals', 'withdrawal']);
  const language = useLanguage();
  return (
    <dl className={css.facts}>
      <dt>{t('withdrawable')}</dt>
      <dd>{formatMoney(language, terms.withdrawable, terms.currency)}</dd>
      <dt>{t('to')}</dt>
      <dd>
        {t(`withdrawal:method.${payout.method}`)} {payout.details}
      </dd>
    </dl>
  );
}
