import type { Referral } from '@poklik/contract/referrals';
import { Gift } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../api/current-user.ts';
import { formatDateTime } from '../../format/dates.ts';
import { formatInteger, formatMoney } from '../../format/numbers.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { Badge } from '../../ui/badge.tsx';
import type { Column } from '../../ui/data-table/column.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { useListState } from '../../ui/data-table/use-list-state.ts';
import { EmptyState } from '../../ui/state/empty-state.tsx';
import text from '../../ui/text.module.css';
import { useReferrals } from './referrals.queries.ts';

export function ReferralsTable() {
  const { t } = useTranslation('referrals');
  const language = useLanguage();
  const { timezone, currency } = useCurrentUser();
  const list = useListState(['created_at', 'payments', 'commission']);
  const query = useReferrals(list.query);
  const columns: Column<Referral>[] = [
    { id: 'email', header: t('column.user'), card: 'title', wide: true, cell: ({ email }) => email },
    {
      id: 'created_at',
      header: t('column.signed_up'),
      sortable: true,
      card: 'value',
      cell: ({ created_at: at }) => <span className={text.nowrap}>{formatDateTime(language, at, timezone)}</span>,
    },
    {
      id: 'payments',
      header: t('column.payments'),
      sortable: true,
      align: 'end',
      card: 'value',
      cell: ({ payments }) => formatInteger(language, payments),
    },
    {
      id: 'commission',
      header: t('column.commission'),
      sortable: true,
      align: 'end',
      card: 'value',
      cell: ({ commission }) => formatMoney(language, commission, currency),
    },
    {
      id: 'state',
      header: t('column.state'),
      card: 'badge',
      cell: ({ is_paying: isPaying }) => (
        <Badge kind={isPaying ? 'success' : 'neutral'} shape={isPaying ? 'check' : 'ring'}>
          {t(isPaying ? 'is_paying' : 'not_paying')}
        </Badge>
      ),
    },
  ];
  return (
    <DataTable
      label={t('tab.referrals')}
      columns={columns}
      list={list}
      query={query}
      rowId={({ id }) => id}
      rowLabel={({ email }) => email}
      empty={<EmptyState icon={Gift} title={t('empty.title')} text={t('empty.text')} />}
    />
  );
}
