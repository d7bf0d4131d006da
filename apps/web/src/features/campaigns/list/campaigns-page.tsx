import { SearchX } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { ListToolbar } from '../../../ui/data-table/list-toolbar.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { EmptyState } from '../../../ui/state/empty-state.tsx';
import { useNarrow } from '../../../ui/use-narrow.ts';
import { useCampaignList } from './campaign-list.queries.ts';
import { type CampaignsPageProps, PageDialog, useCampaignsScreen, usePageParts } from './campaigns-screen.tsx';
import { CampaignRowActions } from './changes/campaign-row-actions.tsx';
import { CampaignGrid } from './grid/campaign-grid.tsx';
import { CampaignTools } from './grid/campaign-tools.tsx';
import { gridRequest } from './grid/use-campaign-rows.ts';
import { useCampaignTable, useExtras } from './grid/use-campaign-table.ts';

// Only narrow screens have it.
const CardsPage = lazy(async () => ({ default: (await import('./cards/cards-page.tsx')).CardsPage }));

/** The customer's campaigns with metrics and actions: a grid, or cards on a narrow screen. */
export function CampaignsPage({ views }: CampaignsPageProps) {
  const { t } = useTranslation('campaigns');
  return useNarrow() ? (
    <Suspense fallback={<PageHeader title={t('title')} subtitle={'\u00a0'} />}>
      <CardsPage views={views} />
    </Suspense>
  ) : (
    <GridPage views={views} />
  );
}

function GridPage({ views }: CampaignsPageProps) {
  const { t } = useTranslation(['campaigns', 'select']);
  const screen = useCampaignsScreen();
  const { list, filters, changes, canWrite, menu, bulkActions, revenue } = screen;
  const { page: _, ...listQuery } = screen.query;
  const query = gridRequest({ ...listQuery, ...useExtras() });
  const first = useCampaignList(query);
  const table = useCampaignTable({
    ...{ filters, changes, canWrite, basis: revenue.basis },
    totals: first.data?.totals,
  });
  const { title, subtitle, actions, above, toolbar, summary, empty } = usePageParts(screen, first, { views });
  const noMatches = (
    <EmptyState
      icon={SearchX}
      title={t('select:nothing_found')}
      text={t('list.nothing_found_text')}
      action={<Button onClick={filters.clear}>{t('list.clear_filters')}</Button>}
    />
  );
  return (
    <>
      <PageHeader title={title} subtitle={subtitle} actions={actions} />
      {above}
      {toolbar && (
        <ListToolbar>
          {toolbar}
          <CampaignTools table={table} query={query} filter={filters.query} />
        </ListToolbar>
      )}
      {summary}
      <CampaignGrid
        request={query}
        first={first}
        table={table}
        list={list}
        filters={filters}
        canWrite={canWrite}
        menu={menu}
        actions={(campaign) => <CampaignRowActions campaign={campaign} actions={menu(campaign)} />}
        bulkActions={bulkActions}
        empty={filters.isFiltered ? noMatches : empty}
        dialog={(rows) => <PageDialog screen={screen} rows={rows} />}
      />
    </>
  );
}
