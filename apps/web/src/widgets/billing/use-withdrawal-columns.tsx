import type { Withdrawal } from '@poklik/contract/withdrawals';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../api/current-user.ts';
import { formatDateTime } from '../../format/dates.ts';
import { formatMoney } from '../../format/numbers.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import type { Column } from '../../ui/data-table/column.ts';
import text from '../../ui/text.module.css';
import { DateTime } from '../date-time.tsx';
import css from './withdrawal-columns.module.css';
import { WithdrawalStatus } from './withdrawal-status.tsx';

/** Columns for every reader; screens add the customer and the actions where needed. */
export function useWithdrawalColumns(): Column<Withdrawal>[] {
  const { t } = useTranslation('withdrawal');
  const language = useLanguage();
  const { timezone } = useCurrentUser();
  return [
    {
      id: 'created_at',
      header: t('column.created'),
      sortable: true,
      card: 'value',
      cell: ({ created_at: at }) => <DateTime iso={at} />,
    },
    {
      id: 'amount',
      header: t('column.amount'),
      sortable: true,
      align: 'end',
      card: 'value',
      cell: ({ amount, currency }) => <span className={text.nowrap}>{formatMoney(language, amount, currency)}</span>,
    },
    {
      id: 'net',
      header: t('column.net'),
      align: 'end',
      priority: 3,
      cell: ({ net, currency }) => <span className={text.nowrap}>{formatMoney(language, net, currency)}</span>,
    },
    {
      id: 'method',
      header: t('column.method'),
      card: 'value',
      cell: ({ method, details }) => (
        <span className={css.stack}>
          <span>{t(`method.${method}`)}</span>
          <span className={css.aside}>{details}</span>
        </span>
      ),
    },
    {
      id: 'status',
      header: t('column.status'),
      card: 'badge',
      cell: ({ status, reason, external_id: externalId, approvals, approvable_from: from }) => (
        <span className={css.stack}>
          <WithdrawalStatus status={status} />
          {status === 'pending' && approvals.needed > 1 && (
            <span className={css.aside}>{t('approvals', approvals)}</span>
          )}
          {from && (
            <span className={css.aside}>
              {t('approvable_from', { time: formatDateTime(language, from, timezone) })}
            </span>
          )}
          {reason && <span className={css.aside}>{reason}</span>}
          {externalId && <span className={css.aside}>{externalId}</span>}
        </span>
      ),
    },
  ];
}
