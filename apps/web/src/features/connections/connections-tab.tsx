import { CONNECTION_NAME_MAX, type Connection } from '@poklik/contract/connections';
import { PLATFORM_FIELDS } from '@poklik/domain/connections/platform-fields';
import { Cable } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hasPermission, useCurrentUser } from '../../api/current-user.ts';
import { formatInteger } from '../../format/numbers.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CreateButton } from '../../ui/create-button.tsx';
import type { Column } from '../../ui/data-table/column.ts';
import { useListFilters } from '../../ui/data-table/use-list-filters.ts';
import { useListState } from '../../ui/data-table/use-list-state.ts';
import { useCreateKey } from '../../ui/keyboard/use-create-key.ts';
import { ListPage } from '../../ui/list-page/list-page.tsx';
import { ListSearch } from '../../ui/list-page/list-search.tsx';
import { ActionsMenu } from '../../ui/menu/actions-menu.tsx';
import { EmptyState } from '../../ui/state/empty-state.tsx';
import { ConnectionDialog } from './connection-dialog.tsx';
import css from './connections.module.css';
import { useConnectionsPage } from './connections.queries.ts';
import { DeleteConnectionDialog } from './delete-connection-dialog.tsx';
import { TestDialog } from './test-dialog.tsx';

type Act = 'test' | 'edit' | 'delete';
interface Doing {
  act: Act;
  connection: Connection;
}

/** Accounts at ad platforms that conversions are sent to. */
export function ConnectionsTab({ title, views }: { title: string; views: ReactNode }) {
  const { t } = useTranslation('connections');
  const canWrite = hasPermission(useCurrentUser(), 'connections:write');
  const list = useListState(['name', 'created_at']);
  const filters = useListFilters(['search']);
  const { search } = filters.values;
  const query = useConnectionsPage({ ...list.query, ...(search && { search }) });
  const [adding, setAdding] = useState(false);
  const [doing, setDoing] = useState<Doing>();
  const columns = useColumns(canWrite ? setDoing : undefined);
  const add = () => setAdding(true);
  useCreateKey(canWrite ? add : undefined);
  const close = () => setDoing(undefined);
  const hasTools = filters.isFiltered || query.isPending || (query.data?.rows.length ?? 0) > 0;
  const of = (act: Act) => (doing?.act === act ? doing.connection : null);
  return (
    <ListPage
      title={title}
      label={t('title')}
      above={views}
      actions={canWrite && <CreateButton onClick={add}>{t('add')}</CreateButton>}
      toolbar={hasTools && <ListSearch filters={filters} placeholder={t('search')} maxLength={CONNECTION_NAME_MAX} />}
      columns={columns}
      list={list}
      query={query}
      rowId={(row) => row.id}
      rowLabel={(row) => row.name}
      empty={
        <EmptyState
          icon={Cable}
          title={t('empty.title')}
          text={t('empty.text')}
          action={canWrite && <Button onClick={add}>{t('add')}</Button>}
        />
      }
      noMatches={{ filters, title: t('no_matches.title'), text: t('no_matches.text'), clear: t('no_matches.clear') }}
    >
      <ConnectionDialog opened={adding} connection={null} onClose={() => setAdding(false)} />
      <ConnectionDialog opened={of('edit') !== null} connection={of('edit')} onClose={close} />
      <TestDialog connection={of('test')} onClose={close} />
      <DeleteConnectionDialog connection={of('delete')} onClose={close} />
    </ListPage>
  );
}

function useColumns(onAct: ((doing: Doing) => void) | undefined): Column<Connection>[] {
  const { t } = useTranslation('connections');
  const language = useLanguage();
  return [
    {
      id: 'name',
      header: t('name'),
      sortable: true,
      card: 'title',
      wide: true,
      cell: (row) => (
        <>
          <span className={css.name}>{row.name}</span>
          <small className={css.note}>
            {[PLATFORM_FIELDS[row.platform].name, row.account].filter((part) => part !== '').join(' · ')}
          </small>
        </>
      ),
    },
    {
      id: 'state',
      header: t('state'),
      card: 'badge',
      cell: (row) =>
        row.is_active ? (
          <Badge kind="success" shape="check">
            {t('active')}
          </Badge>
        ) : (
          <Badge kind="neutral" shape="ring">
            {t('inactive')}
          </Badge>
        ),
    },
    {
      id: 'events',
      header: t('events'),
      card: 'value',
      wide: true,
      cell: (row) => row.events.map(({ type, event }) => `${type} → ${event}`).join(', '),
    },
    {
      id: 'campaigns',
      header: t('campaigns'),
      align: 'end',
      card: 'value',
      cell: (row) => formatInteger(language, row.campaigns),
    },
    ...(onAct
      ? [
          {
            id: 'actions',
            header: '',
            narrow: true,
            card: 'actions' as const,
            cell: (row: Connection) => (
              <ActionsMenu
                label={t('actions', { name: row.name })}
                actions={[
                  {
                    label: t(row.platform === 'google_file' ? 'test.open_file' : 'test.open'),
                    onSelect: () => onAct({ act: 'test', connection: row }),
                  },
                  { label: t('edit'), onSelect: () => onAct({ act: 'edit', connection: row }) },
                  { label: t('delete'), onSelect: () => onAct({ act: 'delete', connection: row }), danger: true },
                ]}
              />
            ),
          },
        ]
      : []),
  ];
}
