import type { TariffChange } from '@poklik/contract/customer-billing';
import { CreditCard } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '../../../format/numbers.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import type { Column } from '../../../ui/data-table/column.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { useListState } from '../../../ui/data-table/use-list-state.ts';
import { EmptyState } from '../../../ui/state/empty-state.tsx';
import text from '../../../ui/text.module.css';
import { DateTime } from '../../../widgets/date-time.tsx';
import css from './customer.module.css';
import { useTariffChanges } from './customer.queries.ts';
import type { TabProps } from './tab-props.ts';

/** The plans that the account paid for or was assigned. */
export function TariffsTab({ user }: TabProps) {
  const { t } = useTranslation('customers');
  const list = useListState(['at']);
  const query = useTariffChanges(user.id, list.query);
  return (
    <div className={css.tab}>
      <DataTable
        label={t('tab.tariffs')}
        columns={useColumns()}
        list={list}
        query={query}
        rowId={({ at, event, invoice }) => `${at} ${event} ${invoice}`}
        rowLabel={({ at, event }) => `${t(`tariffs.${event}`)} ${at}`}
        empty={<EmptyState icon={CreditCard} title={t('tariffs.empty')} text={t('tariffs.empty_text')} />}
      />
    </div>
  );
}

function useColumns(): Column<TariffChange>[] {
  const { t } = useTranslation('customers');
  const language = useLanguage();
  return [
    { id: 'at', header: t('tariffs.at'), sortable: true, card: 'value', cell: ({ at }) => <DateTime iso={at} /> },
    { id: 'event', header: t('tariffs.event'), card: 'badge', cell: ({ event }) => t(`tariffs.${event}`) },
    {
      id: 'tariff',
      header: t('column.tariff'),
      card: 'title',
      wide: true,
      cell: ({ tariff, period }) => (
        <span className={text.stacked}>
          <span>{tariff ?? '—'}</span>
          {period && <span className={text.aside}>{t(`tariffs.${period}`)}</span>}
        </span>
      ),
    },
    {
      id: 'amount',
      header: t('tariffs.amount'),
      align: 'end',
      card: 'value',
      cell: ({ amount, currency }) =>
        amount === null || currency === null ? (
          '—'
        ) : (
          <span className={text.nowrap}>{formatMoney(language, amount, currency)}</span>
        ),
    },
    { id: 'invoice', header: t('tariffs.invoice'), card: 'value', cell: ({ invoice }) => invoice ?? '—' },
  ];
}
