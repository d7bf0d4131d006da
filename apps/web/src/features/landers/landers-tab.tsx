import { LANDER_NAME_MAX, type Lander } from '@poklik/contract/landers';
import { PanelsTopLeft } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hasPermission, useCurrentUser } from '../../api/current-user.ts';
import { Button } from '../../ui/button.tsx';
import { CreateButton } from '../../ui/create-button.tsx';
import { useListFilters } from '../../ui/data-table/use-list-filters.ts';
import { useListState } from '../../ui/data-table/use-list-state.ts';
import { useCreateKey } from '../../ui/keyboard/use-create-key.ts';
import { ListFilter } from '../../ui/list-page/list-filter.tsx';
import { ListPage } from '../../ui/list-page/list-page.tsx';
import { ListSearch } from '../../ui/list-page/list-search.tsx';
import { EmptyState } from '../../ui/state/empty-state.tsx';
import { LanderDialog } from '../../widgets/landers/lander-dialog.tsx';
import { useLandersPage } from '../../widgets/landers/landers.queries.ts';
import { ArchiveDialog } from './archive-dialog.tsx';
import { type LanderAction, useLanderColumns } from './lander-columns.tsx';
import { LinksDialog, UsesDialog, VersionsDialog } from './lander-dialogs.tsx';

interface Doing {
  action: LanderAction;
  lander: Lander;
}

/** The landers of the account, with where they are used. */
export function LandersTab({ title, views }: { title: string; views: ReactNode }) {
  const { t } = useTranslation(['landers', 'offers']);
  const canWrite = hasPermission(useCurrentUser(), 'campaigns:write');
  const list = useListState(['name', 'status', 'created_at']);
  const filters = useListFilters(['search', 'status', 'tag']);
  const { status, ...texts } = filters.values;
  const isStatus = status === 'active' || status === 'paused' || status === 'archived';
  const query = useLandersPage({ ...list.query, ...texts, ...(isStatus && { status }) });
  const [adding, setAdding] = useState(false);
  const [doing, setDoing] = useState<Doing>();
  const add = () => setAdding(true);
  useCreateKey(canWrite ? add : undefined);
  const close = () => setDoing(undefined);
  const of = (action: LanderAction) => (doing?.action === action ? doing.lander : null);
  const columns = useLanderColumns({
    canWrite,
    onAct: (action, lander) => setDoing({ action, lander }),
    onTag: (tag) => filters.set('tag', tag),
  });
  const hasTools = filters.isFiltered || query.isPending || (query.data?.rows.length ?? 0) > 0;
  return (
    <ListPage
      title={title}
      label={t('title')}
      above={views}
      actions={canWrite && <CreateButton onClick={add}>{t('add')}</CreateButton>}
      toolbar={
        hasTools && (
          <>
            <ListSearch filters={filters} placeholder={t('search')} maxLength={LANDER_NAME_MAX} />
            <ListFilter
              filters={filters}
              name="status"
              label={t('offers:status')}
              anyLabel={t('offers:not_archived')}
              options={(['active', 'paused', 'archived'] as const).map((value) => ({
                value,
                label: t(`offers:statuses.${value}`),
              }))}
            />
          </>
        )
      }
      columns={columns}
      list={list}
      query={query}
      rowId={(row) => row.id}
      rowLabel={(row) => row.name}
      empty={
        <EmptyState
          icon={PanelsTopLeft}
          title={t('empty.title')}
          text={t('empty.text')}
          action={canWrite && <Button onClick={add}>{t('add')}</Button>}
        />
      }
      noMatches={{
        filters,
        title: t('no_matches.title'),
        text: t('offers:no_matches.text'),
        clear: t('offers:no_matches.clear'),
      }}
    >
      <LanderDialog
        opened={adding}
        lander={null}
        onClose={() => setAdding(false)}
        onSaved={(lander) => setDoing({ action: 'links', lander })}
      />
      <LinksDialog lander={of('links')} onClose={close} />
      <LanderDialog opened={of('edit') !== null} lander={of('edit')} onClose={close} />
      <UsesDialog lander={of('uses')} onClose={close} />
      <VersionsDialog lander={of('versions')} canRestore={canWrite} onClose={close} />
      <ArchiveDialog lander={of('archive')} onClose={close} />
    </ListPage>
  );
}
