import type { Campaign } from '@poklik/contract/campaigns';
import { Plus, SearchX } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { hasPermission, useCurrentUser } from '../../../api/current-user.ts';
import { paths } from '../../../i18n/paths.ts';
import { useLocalizedPath } from '../../../i18n/use-localized-path.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import type { RowId } from '../../../ui/data-table/column.ts';
import { ListToolbar } from '../../../ui/data-table/list-toolbar.tsx';
import { useListState } from '../../../ui/data-table/use-list-state.ts';
import { ListPage } from '../../../ui/list-page/list-page.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { EmptyState } from '../../../ui/state/empty-state.tsx';
import { useNarrow } from '../../../ui/use-narrow.ts';
import { usePeriod } from '../../../widgets/periods/use-period.ts';
import { useCampaignCards, useSortable } from './campaign-cards.tsx';
import { CampaignDialog, type OpenDialog } from './campaign-dialog.tsx';
import { useCampaignList, useTagsAndLimits } from './campaign-list.queries.ts';
import { CampaignSummary } from './campaign-summary.tsx';
import { CampaignToolbar } from './campaign-toolbar.tsx';
import { CampaignsLimit, isFull } from './campaigns-limit.tsx';
import css from './campaigns-page.module.css';
import { CampaignRowActions } from './changes/campaign-row-actions.tsx';
import { useCampaignChanges } from './changes/use-campaign-changes.ts';
import { useCampaignMenu } from './changes/use-campaign-menu.tsx';
import { CampaignGrid } from './grid/campaign-grid.tsx';
import { CampaignTools } from './grid/campaign-tools.tsx';
import { useCampaignRows } from './grid/use-campaign-rows.ts';
import { useCampaignTable, useShownTypes } from './grid/use-campaign-table.ts';
import { NoCampaigns } from './no-campaigns.tsx';
import { OnboardingSlot } from './onboarding-slot.tsx';
import { useRevenueBasis } from './revenue/use-revenue-basis.ts';
import { useCampaignFilters } from './use-campaign-filters.ts';
import { useCampaignKeys } from './use-campaign-keys.ts';

const CampaignBulkActions = lazy(async () => ({
  default: (await import('./changes/campaign-bulk-actions.tsx')).CampaignBulkActions,
}));

// Only narrow screens have it.
const PhoneHome = lazy(async () => ({ default: (await import('./phone/phone-home.tsx')).PhoneHome }));

interface CampaignsPageProps {
  /** Tabs above the list. */
  views?: ReactNode;
}

/** The customer's campaigns with metrics and actions: a grid, or cards on a narrow screen. */
export function CampaignsPage({ views }: CampaignsPageProps) {
  return useNarrow() ? <CardsPage views={views} /> : <GridPage views={views} />;
}

/** What both forms of the page share. */
function useCampaignsScreen() {
  const localizedPath = useLocalizedPath();
  const navigate = useNavigate();
  const user = useCurrentUser();
  const canWrite = hasPermission(user, 'campaigns:write');
  const list = useListState(useSortable());
  const filters = useCampaignFilters();
  const period = usePeriod('last7');
  const revenue = useRevenueBasis();
  const options = useTagsAndLimits().data;
  const changes = useCampaignChanges();
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const openDialog = (kind: OpenDialog['kind'], campaigns: Campaign[]) => setDialog({ kind, campaigns, opened: true });
  const menu = useCampaignMenu({ changes, canWrite, onDelete: (campaign) => openDialog('delete', [campaign]) });
  const canCreate = canWrite && !(options && isFull(options.limits));
  useCampaignKeys(canCreate ? () => void navigate(localizedPath(paths.campaignCreate)) : undefined);
  const isUsualPeriod = period.period === 'last7';
  return {
    user,
    canWrite,
    list,
    filters,
    period,
    revenue,
    /** The usual period is that of the API. */
    query: {
      ...list.query,
      ...filters.query,
      ...revenue.query,
      ...(isUsualPeriod ? {} : { start_date: period.days.start, end_date: period.days.end }),
    },
    options,
    changes,
    dialog,
    setDialog,
    menu,
    addLink: canCreate && <CreateLink />,
    bulkActions: (campaigns: Campaign[], clear: () => void) => (
      <Suspense>
        <CampaignBulkActions
          campaigns={campaigns}
          changes={changes}
          onDone={clear}
          onTag={() => openDialog('tags', campaigns)}
          onWeights={() => openDialog('weights', campaigns)}
          onDelete={() => openDialog('delete', campaigns)}
        />
      </Suspense>
    ),
  };
}

type CampaignsScreen = ReturnType<typeof useCampaignsScreen>;
type FirstPage = ReturnType<typeof useCampaignList>;

/** Around the rows. */
function usePageParts(screen: CampaignsScreen, query: FirstPage, views: ReactNode) {
  const { t } = useTranslation('campaigns');
  const { user, canWrite, options, filters, changes, addLink, period, revenue } = screen;
  const narrow = useNarrow();
  const isEmpty = query.data?.meta.total === 0 && !query.isPlaceholderData && !filters.isFiltered;
  return {
    title: t('title'),
    // Its height is reserved while loading, so nothing shifts.
    subtitle: options ? <CampaignsLimit limits={options.limits} /> : '\u00a0',
    actions: !isEmpty && addLink,
    above: (
      <>
        {views}
        {user.is_onboarding && <OnboardingSlot />}
        {narrow && !isEmpty && hasPermission(user, 'statistics:read') && (
          <div className={css.home}>
            <Suspense>
              <PhoneHome changes={changes} canWrite={canWrite} />
            </Suspense>
          </div>
        )}
      </>
    ),
    toolbar: !isEmpty && (
      <CampaignToolbar filters={filters} tags={options?.tags ?? []} period={period} revenue={revenue} />
    ),
    summary: !isEmpty && (
      <CampaignSummary filters={filters} changes={changes} query={query} revenue={revenue} period={period} />
    ),
    empty: <NoCampaigns action={addLink} archive={filters.to('status', 'archived')} />,
  };
}

function GridPage({ views }: CampaignsPageProps) {
  const { t } = useTranslation(['campaigns', 'select']);
  const screen = useCampaignsScreen();
  const { list, filters, changes, canWrite, menu, bulkActions, revenue } = screen;
  const { page: _, ...listQuery } = screen.query;
  const query = { ...listQuery, ...useShownTypes() };
  const source = useCampaignRows(query);
  const table = useCampaignTable({
    ...{ filters, changes, canWrite, basis: revenue.basis },
    totals: source.first.data?.totals,
  });
  const { title, subtitle, actions, above, toolbar, summary, empty } = usePageParts(screen, source.first, views);
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
          <CampaignTools table={table} query={query} />
        </ListToolbar>
      )}
      {summary}
      <CampaignGrid
        source={source}
        table={table}
        list={list}
        filters={filters}
        canWrite={canWrite}
        menu={menu}
        actions={(campaign) => <CampaignRowActions campaign={campaign} actions={menu(campaign)} />}
        bulkActions={bulkActions}
        empty={filters.isFiltered ? noMatches : empty}
      />
      <PageDialog screen={screen} rows={source.loaded} />
    </>
  );
}

function CardsPage({ views }: CampaignsPageProps) {
  const { t } = useTranslation(['campaigns', 'select']);
  const localizedPath = useLocalizedPath();
  const screen = useCampaignsScreen();
  const { list, filters, canWrite, menu, bulkActions } = screen;
  const query = useCampaignList(screen.query);
  const rows = query.data?.rows ?? [];
  const columns = useCampaignCards(filters, (campaign) => (
    <CampaignRowActions campaign={campaign} actions={menu(campaign)} />
  ));
  return (
    <ListPage
      {...usePageParts(screen, query, views)}
      columns={columns}
      list={list}
      query={query}
      rowId={({ id }) => id}
      rowLabel={({ name }) => name}
      rowHref={({ id }) => localizedPath(paths.campaignOverview(id))}
      noMatches={{
        filters,
        title: t('select:nothing_found'),
        text: t('list.nothing_found_text'),
        clear: t('list.clear_filters'),
      }}
      {...(canWrite && {
        bulkActions: (ids: RowId[], clear: () => void) =>
          bulkActions(
            rows.filter(({ id }) => ids.includes(id)),
            clear,
          ),
      })}
    >
      <PageDialog
        screen={screen}
        rows={rows}
        onDeleted={(count) => count === rows.length && list.page > 1 && list.goToPage(list.page - 1)}
      />
    </ListPage>
  );
}

interface PageDialogProps {
  screen: CampaignsScreen;
  rows: readonly Campaign[];
  onDeleted?: (count: number) => void;
}

function PageDialog({ screen: { dialog, setDialog, options, changes }, rows, onDeleted }: PageDialogProps): ReactNode {
  if (!dialog) return null;
  return (
    <CampaignDialog
      {...dialog}
      rows={rows}
      tags={options?.tags ?? []}
      change={changes.change}
      onClose={() => setDialog((last) => last && { ...last, opened: false })}
      onDeleted={(count) => onDeleted?.(count)}
    />
  );
}

function CreateLink() {
  const { t } = useTranslation('campaigns');
  const localizedPath = useLocalizedPath();
  return (
    <ButtonLink
      variant="primary"
      icon={<Plus size={16} strokeWidth={1.75} aria-hidden />}
      to={localizedPath(paths.campaignCreate)}
      aria-keyshortcuts="c"
    >
      <span className={css.addText}>{t('add')}</span>
    </ButtonLink>
  );
}
