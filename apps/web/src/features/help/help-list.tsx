import { HELP_STATUSES, type HelpRequest } from '@poklik/contract/help';
import { LifeBuoy } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { hasPermission, useCurrentUser } from '../../api/current-user.ts';
import { paths } from '../../i18n/paths.ts';
import { useLocalizedPath } from '../../i18n/use-localized-path.ts';
import { Badge } from '../../ui/badge.tsx';
import { FilterSelect } from '../../ui/choice/filter-select.tsx';
import { CreateButton } from '../../ui/create-button.tsx';
import type { Column } from '../../ui/data-table/column.ts';
import { useListFilters } from '../../ui/data-table/use-list-filters.ts';
import { useListState } from '../../ui/data-table/use-list-state.ts';
import { useCreateKey } from '../../ui/keyboard/use-create-key.ts';
import { ListPage } from '../../ui/list-page/list-page.tsx';
import { ListSearch } from '../../ui/list-page/list-search.tsx';
import { EmptyState } from '../../ui/state/empty-state.tsx';
import { DateTime } from '../../widgets/date-time.tsx';
import { STATUS_LOOKS } from '../../widgets/status-looks.ts';
import { AskDialog } from './ask-dialog.tsx';
import css from './help.module.css';
import { useHelpRequests } from './help.queries.ts';

/** The operator's inbox, or the requests of the customer. */
export function HelpList({ title, views }: { title: string; views: ReactNode }) {
  const { t } = useTranslation('help');
  const localizedPath = useLocalizedPath();
  const user = useCurrentUser();
  const isOperator = hasPermission(user, 'help:answer');
  const canAsk = hasPermission(user, 'help:write') && !isOperator;
  const [search, setSearch] = useSearchParams();
  const ask = canAsk ? search.get('ask') : null;
  const openForm = () => setSearch({ tab: 'help', ask: 'nothing' });
  useCreateKey(canAsk ? openForm : undefined);
  const list = useListState(['updated_at']);
  const filters = useListFilters(['search', 'status']);
  const status = HELP_STATUSES.find((each) => each === filters.values.status);
  const query = useHelpRequests({
    ...list.query,
    ...(status && { status }),
    ...(filters.values.search && { search: filters.values.search }),
  });
  const create = canAsk && <CreateButton onClick={openForm}>{t('ask')}</CreateButton>;
  return (
    <ListPage
      title={title}
      label={t('title')}
      actions={create}
      above={views}
      toolbar={
        <>
          <ListSearch filters={filters} placeholder={t(isOperator ? 'search_operator' : 'search')} maxLength={64} />
          <FilterSelect
            label={t('column.status')}
            anyLabel={t('any_status')}
            options={HELP_STATUSES.map((value) => ({ value, label: t(`status.${value}`) }))}
            value={status ?? null}
            onChange={(value) => filters.set('status', value)}
          />
        </>
      }
      columns={useColumns(isOperator)}
      list={list}
      query={query}
      rowId={({ id }) => id}
      rowLabel={({ subject }) => subject}
      rowHref={({ id }) => localizedPath(paths.helpRequest(id))}
      noMatches={{ filters, title: t('none_found'), text: t('none_found_text'), clear: t('clear') }}
      empty={
        <EmptyState
          icon={LifeBuoy}
          title={t(isOperator ? 'empty_operator' : 'empty')}
          text={t(isOperator ? 'empty_operator_text' : 'empty_text')}
          action={create}
        />
      }
    >
      {ask !== null && (
        <AskDialog about={ask} object={search.get('object') ?? ''} onClose={() => setSearch({ tab: 'help' })} />
      )}
    </ListPage>
  );
}

function useColumns(isOperator: boolean): Column<HelpRequest>[] {
  const { t } = useTranslation('help');
  const { team } = useCurrentUser();
  return [
    {
      id: 'subject',
      header: t('column.subject'),
      card: 'title',
      wide: true,
      cell: ({ id, subject, object }) => (
        <span className={css.subject}>
          <span>{subject}</span>{' '}
          <span className={css.about}>
            {t('number', { id })}
            {object && ` · ${t(`about.${object.kind}`)}: ${object.name}`}
          </span>
        </span>
      ),
    },
    // Owners see the requests of their team.
    ...(isOperator || team.role === 'OWNER'
      ? [
          {
            id: 'author',
            header: t(isOperator ? 'column.customer' : 'column.author'),
            card: 'value' as const,
            cell: ({ author }: HelpRequest) => <span className={css.email}>{author.email}</span>,
          },
        ]
      : []),
    {
      id: 'status',
      header: t('column.status'),
      card: 'badge',
      cell: ({ status }) => <StatusBadge status={status} />,
    },
    {
      id: 'updated_at',
      header: t('column.updated_at'),
      sortable: true,
      card: 'value',
      cell: ({ updated_at: at }) => <DateTime iso={at} />,
    },
  ];
}

export function StatusBadge({ status }: Pick<HelpRequest, 'status'>) {
  const { t } = useTranslation('help');
  return <Badge {...STATUS_LOOKS.help[status]}>{t(`status.${status}`)}</Badge>;
}
