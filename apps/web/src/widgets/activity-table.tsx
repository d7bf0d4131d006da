import type { AuditEntry } from '@poklik/contract/audit';
import { History } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../ui/badge.tsx';
import type { Column } from '../ui/data-table/column.ts';
import { DataTable, type ListQuery } from '../ui/data-table/data-table.tsx';
import type { ListState } from '../ui/data-table/use-list-state.ts';
import { EmptyState } from '../ui/state/empty-state.tsx';
import text from '../ui/text.module.css';
import css from './activity-table.module.css';
import { DateTime } from './date-time.tsx';

interface ActivityTableProps {
  list: ListState<'created_at'>;
  query: ListQuery<AuditEntry>;
}

/** The activity log of an account. */
export function ActivityTable({ list, query }: ActivityTableProps) {
  const { t } = useTranslation('profile');
  const columns = useColumns();
  return (
    <DataTable
      label={t('activity.title')}
      columns={columns}
      list={list}
      query={query}
      rowId={({ id }) => id}
      rowLabel={({ action }) => action}
      empty={<EmptyState icon={History} title={t('activity.empty')} text={t('activity.empty_text')} />}
    />
  );
}

function useColumns(): Column<AuditEntry>[] {
  const { t } = useTranslation('profile');
  return [
    {
      id: 'created_at',
      header: t('activity.when'),
      sortable: true,
      card: 'value',
      cell: ({ created_at: at }) => <DateTime iso={at} />,
    },
    {
      id: 'action',
      header: t('activity.what'),
      card: 'title',
      wide: true,
      cell: (entry) => (
        <div className={css.what}>
          {/* Actions without a text are shown by name. */}
          <span>{t(`activity.actions.${entry.action}`, { defaultValue: entry.action })}</span>
          <Details entry={entry} />
        </div>
      ),
    },
    {
      id: 'by',
      header: t('activity.who'),
      card: 'badge',
      cell: (entry) =>
        entry.by === 'support' ? (
          <Badge kind="warning" shape="dot">
            {entry.name ?? t('activity.by.support')}
          </Badge>
        ) : (
          <span className={css.who}>{entry.name ?? t(`activity.by.${entry.by}`)}</span>
        ),
    },
    {
      id: 'ip',
      header: t('activity.ip'),
      card: 'value',
      cell: ({ ip }) => <span className={text.nowrap}>{ip ?? '—'}</span>,
    },
  ];
}

/** The changed record and its changes. */
function Details({ entry: { entity, details } }: { entry: AuditEntry }) {
  const lines = details.map(
    ({ name, before, after }) => `${name}: ${[before, after].filter((value) => value !== null).join(' → ')}`,
  );
  return <span className={css.details}>{[...(entity.startsWith('user:') ? [] : [entity]), ...lines].join(' · ')}</span>;
}
