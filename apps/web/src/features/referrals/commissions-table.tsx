import type { Commission } from '@poklik/contract/referrals';
import { Coins } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../api/current-user.ts';
import { formatDateTime, formatDay } from '../../format/dates.ts';
import { formatMoney, formatPercent } from '../../format/numbers.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { Badge } from '../../ui/badge.tsx';
import type { Column } from '../../ui/data-table/column.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { useListState } from '../../ui/data-table/use-list-state.ts';
import { EmptyState } from '../../ui/state/empty-state.tsx';
import text from '../../ui/text.module.css';
import { STATUS_LOOKS } from '../../widgets/status-looks.ts';
import { useCommissions } from './referrals.queries.ts';
import css from './referrals-page.module.css';

export function CommissionsTable() {
  const { t } = useTranslation('referrals');
  const language = useLanguage();
  const { timezone } = useCurrentUser();
  const list = useListState(['created_at', 'amount']);
  const query = useCommissions(list.query);
  const columns: Column<Commission>[] = [
    {
      id: 'created_at',
      header: t('column.date'),
      sortable: true,
      card: 'value',
      cell: ({ created_at: at }) => <span className={text.nowrap}>{formatDateTime(language, at, timezone)}</span>,
    },
    { id: 'email', header: t('column.for'), card: 'title', wide: true, cell: ({ email }) => email },
    {
      id: 'base',
      header: t('column.base'),
      align: 'end',
      card: 'value',
      cell: ({ base, currency }) => <span className={text.nowrap}>{formatMoney(language, base, currency)}</span>,
    },
    {
      id: 'percent',
      header: t('column.percent'),
      align: 'end',
      cell: ({ percent }) => <span className={text.nowrap}>{formatPercent(language, Number(percent) / 100)}</span>,
    },
    {
      id: 'amount',
      header: t('column.amount'),
      sortable: true,
      align: 'end',
      card: 'value',
      cell: ({ amount, reversed, currency }) => (
        <span className={text.nowrap}>
          {formatMoney(language, amount, currency)}
          {Number(reversed) > 0 && (
            <span className={css.below}>
              {t('reversed_part', { amount: formatMoney(language, reversed, currency) })}
            </span>
          )}
        </span>
      ),
    },
    {
      id: 'status',
      header: t('column.state'),
      card: 'badge',
      cell: ({ status, release_at: releaseAt }) => (
        <span className={css.stack}>
          <Badge {...STATUS_LOOKS.commission[status]}>{t(`status.${status}`)}</Badge>
          {status === 'pending' && (
            <span className={`${text.aside} ${text.nowrap}`}>
              {t('until', { date: formatDay(language, releaseAt, timezone) })}
            </span>
          )}
        </span>
      ),
    },
  ];
  return (
    <DataTable
      label={t('tab.commissions')}
      columns={columns}
      list={list}
      query={query}
      rowId={({ id }) => id}
      rowLabel={({ email }) => email}
      empty={<EmptyState icon={Coins} title={t('no_commissions.title')} text={t('no_commissions.text')} />}
    />
  );
}
