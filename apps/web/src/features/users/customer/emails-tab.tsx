import type { SentEmail } from '@poklik/contract/customers';
import { Mail } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Badge, type BadgeLook } from '../../../ui/badge.tsx';
import type { Column } from '../../../ui/data-table/column.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { useListState } from '../../../ui/data-table/use-list-state.ts';
import { EmptyState } from '../../../ui/state/empty-state.tsx';
import text from '../../../ui/text.module.css';
import { DateTime } from '../../../widgets/date-time.tsx';
import css from './customer.module.css';
import { useSentEmails } from './customer.queries.ts';
import type { TabProps } from './tab-props.ts';

const LOOKS: Record<SentEmail['result'], BadgeLook> = {
  sent: { kind: 'success', shape: 'check' },
  stored: { kind: 'neutral', shape: 'box' },
  failed: { kind: 'danger', shape: 'cross' },
};

/** What was sent to the account, without the texts. */
export function EmailsTab({ user }: TabProps) {
  const { t } = useTranslation('customers');
  const list = useListState(['created_at']);
  const query = useSentEmails(user.id, list.query);
  return (
    <div className={css.tab}>
      <DataTable
        label={t('tab.emails')}
        columns={useColumns()}
        list={list}
        query={query}
        rowId={({ id }) => id}
        rowLabel={({ subject }) => subject}
        empty={<EmptyState icon={Mail} title={t('emails.empty')} text={t('emails.empty_text')} />}
      />
    </div>
  );
}

function useColumns(): Column<SentEmail>[] {
  const { t } = useTranslation('customers');
  return [
    {
      id: 'created_at',
      header: t('emails.at'),
      sortable: true,
      card: 'value',
      cell: ({ created_at: at }) => <DateTime iso={at} />,
    },
    {
      id: 'subject',
      header: t('emails.subject'),
      card: 'title',
      wide: true,
      cell: ({ subject, to }) => (
        <span className={text.stacked}>
          <span>{subject}</span>
          <span className={text.aside}>{to}</span>
        </span>
      ),
    },
    { id: 'kind', header: t('emails.kind'), priority: 3, card: 'value', cell: ({ kind }) => <code>{kind}</code> },
    {
      id: 'result',
      header: t('emails.result'),
      card: 'badge',
      cell: ({ result }) => <Badge {...LOOKS[result]}>{t(`emails.results.${result}`)}</Badge>,
    },
  ];
}
