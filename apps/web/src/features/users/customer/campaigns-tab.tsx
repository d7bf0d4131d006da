import type { CustomerCampaign } from '@poklik/contract/customers';
import { Megaphone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../../ui/badge.tsx';
import type { Column } from '../../../ui/data-table/column.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { useListState } from '../../../ui/data-table/use-list-state.ts';
import { EmptyState } from '../../../ui/state/empty-state.tsx';
import text from '../../../ui/text.module.css';
import { DateTime } from '../../../widgets/date-time.tsx';
import { STATUS_LOOKS } from '../../../widgets/status-looks.ts';
import css from './customer.module.css';
import { useCustomerCampaigns } from './customer.queries.ts';
import type { TabProps } from './tab-props.ts';

export function CampaignsTab({ user }: TabProps) {
  const { t } = useTranslation('customers');
  const list = useListState(['created_at', 'name', 'status']);
  const query = useCustomerCampaigns(user.id, list.query);
  return (
    <div className={css.tab}>
      <DataTable
        label={t('tab.campaigns')}
        columns={useColumns()}
        list={list}
        query={query}
        rowId={({ id }) => id}
        rowLabel={({ name }) => name}
        empty={<EmptyState icon={Megaphone} title={t('campaigns.empty')} text={t('campaigns.empty_text')} />}
      />
    </div>
  );
}

function useColumns(): Column<CustomerCampaign>[] {
  const { t } = useTranslation('customers');
  return [
    {
      id: 'name',
      header: t('campaigns.name'),
      sortable: true,
      card: 'title',
      wide: true,
      cell: ({ name, key }) => (
        <span className={text.stacked}>
          <span className={text.name}>{name}</span>
          <span className={text.aside}>{key}</span>
        </span>
      ),
    },
    {
      id: 'status',
      header: t('campaigns.status'),
      sortable: true,
      card: 'badge',
      cell: ({ status }) => (
        <Badge {...STATUS_LOOKS.campaign[status === 'active' ? 'open' : status]}>
          {t(`campaigns.state.${status}`)}
        </Badge>
      ),
    },
    {
      id: 'created_at',
      header: t('campaigns.created'),
      sortable: true,
      card: 'value',
      cell: ({ created_at: at }) => <DateTime iso={at} />,
    },
    {
      id: 'updated_at',
      header: t('campaigns.updated'),
      priority: 3,
      card: 'value',
      cell: ({ updated_at: at }) => <DateTime iso={at} />,
    },
  ];
}
