import type { SavedPayout, WithdrawalTerms } from '@poklik/contract/withdrawals';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hasPermission, useCurrentUser } from '../../api/current-user.ts';
import { newIdempotencyKey } from '../../api/idempotency-key.ts';
import { formatDay } from '../../format/dates.ts';
import { formatMoney } from '../../format/numbers.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { useChangeWithdrawal, useWithdrawals } from '../../widgets/billing/withdrawals.queries.ts';
import css from './referrals-page.module.css';
import { WithdrawalFacts } from './withdrawal-facts.tsx';

/** Why a withdrawal can't be requested now; missing payout details are asked for instead. */
export const blocksOf = ({ blocked_by: blocks }: WithdrawalTerms) => blocks.filter((each) => each !== 'payout_missing');

interface BlockedWithdrawalProps {
  terms: WithdrawalTerms;
  payout: SavedPayout;
  onChangePayout: () => void;
}

/** Shown instead of the form: the reasons, and what can be done about each. */
export function BlockedWithdrawal({ terms, payout, onChangePayout }: BlockedWithdrawalProps) {
  const { t } = useTranslation('referrals');
  const language = useLanguage();
  const { timezone } = useCurrentUser();
  const missing = Number(terms.minimum) - Number(terms.withdrawable);
  return (
    <div className={css.form}>
      <div className={css.blocks}>
        {blocksOf(terms).map((block) => (
          <Banner key={block} kind="warning" action={block === 'request_open' && <CancelRequest />}>
            {t(`blocked.${block}`, { amount: formatMoney(language, missing.toFixed(2), terms.currency) })}
            {block === 'below_minimum' &&
              terms.next_release_at !== null &&
              ` ${t('next_release', { date: formatDay(language, terms.next_release_at, timezone) })}`}
          </Banner>
        ))}
      </div>
      <WithdrawalFacts terms={terms} payout={payout} />
      <div className={css.actions}>
        <Button onClick={onChangePayout}>{t('change_details')}</Button>
      </div>
    </div>
  );
}

/** Cancels the open request; its amount returns to the balance, so the form can be shown again. */
function CancelRequest() {
  const { t } = useTranslation('withdrawal');
  const canCancel = hasPermission(useCurrentUser(), 'billing:write');
  const requests = useWithdrawals({ scope: 'own', sort: 'created_at', order: 'desc' });
  const change = useChangeWithdrawal();
  const [key] = useState(newIdempotencyKey);
  const open = requests.data?.rows.find(({ next }) => next.includes('cancelled'));
  if (!open || !canCancel) return null;
  return (
    <>
      <Button
        size="sm"
        loading={change.isPending}
        onClick={() => change.mutate({ id: open.id, change: { status: 'cancelled' }, name: key })}
      >
        {t('cancel.confirm')}
      </Button>
      {change.error && <span role="alert">{change.error.message}</span>}
    </>
  );
}
