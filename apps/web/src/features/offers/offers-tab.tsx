import { OFFER_NAME_MAX, type Offer } from '@poklik/contract/offers';
import { Tag } from 'lucide-react';
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
import { OfferDialog } from '../../widgets/offers/offer-dialog.tsx';
import { useOffersPage } from '../../widgets/offers/offers.queries.ts';
import { ArchiveDialog } from './archive-dialog.tsx';
import { type OfferAction, useOfferColumns } from './offer-columns.tsx';
import { UsesDialog } from './uses-dialog.tsx';
import { VersionsDialog } from './versions-dialog.tsx';

interface Doing {
  action: OfferAction;
  offer: Offer;
}

/** The offers of the account, with where they are used. */
export function OffersTab({ title, views }: { title: string; views: ReactNode }) {
  const { t } = useTranslation('offers');
  const canWrite = hasPermission(useCurrentUser(), 'campaigns:write');
  const list = useListState(['name', 'status', 'created_at']);
  const filters = useListFilters(['search', 'status', 'tag']);
  const { status, ...texts } = filters.values;
  const isStatus = status === 'active' || status === 'paused' || status === 'archived';
  const query = useOffersPage({ ...list.query, ...texts, ...(isStatus && { status }) });
  const [adding, setAdding] = useState(false);
  const [doing, setDoing] = useState<Doing>();
  const add = () => setAdding(true);
  useCreateKey(canWrite ? add : undefined);
  const close = () => setDoing(undefined);
  const of = (action: OfferAction) => (doing?.action === action ? doing.offer : null);
  const columns = useOfferColumns({
    canWrite,
    onAct: (action, offer) => setDoing({ action, offer }),
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
            <ListSearch filters={filters} placeholder={t('search')} maxLength={OFFER_NAME_MAX} />
            <ListFilter
              filters={filters}
              name="status"
              label={t('status')}
              anyLabel={t('not_archived')}
              options={(['active', 'paused', 'archived'] as const).map((value) => ({
                value,
                label: t(`statuses.${value}`),
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
          icon={Tag}
          title={t('empty.title')}
          text={t('empty.text')}
          action={canWrite && <Button onClick={add}>{t('add')}</Button>}
        />
      }
      noMatches={{ filters, title: t('no_matches.title'), text: t('no_matches.text'), clear: t('no_matches.clear') }}
    >
      <OfferDialog opened={adding} offer={null} onClose={() => setAdding(false)} />
      <OfferDialog opened={of('edit') !== null} offer={of('edit')} onClose={close} />
      <UsesDialog offer={of('uses')} onClose={close} />
      <VersionsDialog offer={of('versions')} canRestore={canWrite} onClose={close} />
      <ArchiveDialog offer={of('archive')} onClose={close} />
    </ListPage>
  );
}
