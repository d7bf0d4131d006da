import type { Campaign } from '@poklik/contract/campaigns';
import { Megaphone, Plus, SearchX } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { hasPermission, useCurrentUser } from '../../../api/current-user.ts';
import { paths } from '../../../i18n/paths.ts';
import { useLocalizedPath } from '../../../i18n/use-localized-path.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import type { RowId } from '../../../ui/data-table/column.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { useListState } from '../../../ui/data-table/use-list-state.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { useCampaignColumns, useSortable } from './campaign-columns.tsx';
import { useArchivedCount, useCampaignList, useTagsAndLimits } from './campaign-list.queries.ts';
import { CampaignRowActions } from './campaign-row-actions.tsx';
import { CampaignToolbar } from './campaign-toolbar.tsx';
import { CampaignTotals } from './campaign-totals.tsx';
import { CampaignsLimit, isFull } from './campaigns-limit.tsx';
import css from './campaigns-page.module.css';
import { OnboardingSlot } from './onboarding-slot.tsx';
import { useCampaignChanges } from './use-campaign-changes.ts';
import { useCampaignFilters } from './use-campaign-filters.ts';
import { useCampaignKeys } from './use-campaign-keys.ts';

// Dialogs load on demand to keep the list light.
const CampaignBulkActions = lazy(async () => ({
  default: (await import('./campaign-bulk-actions.tsx')).CampaignBulkActions,
}));
const DeleteDialog = lazy(async () => ({ default: (await import('./delete-dialog.tsx')).DeleteDialog }));
const TagDialog = lazy(async () => ({ default: (await import('./tag-dialog.tsx')).TagDialog }));

/** An open dialog and its campaigns, which stay named while it closes. */
interface OpenDialog {
  kind: 'delete' | 'tags';
  campaigns: Campaign[];
  opened: boolean;
}

/** The customer's campaigns with metrics and actions. */
export function CampaignsPage() {
  const { t } = useTranslation(['campaigns', 'select']);
  const localizedPath = useLocalizedPath();
  const navigate = useNavigate();
  const user = useCurrentUser();
  const canWrite = hasPermission(user, 'campaigns:write');
  const list = useListState(useSortable());
  const filters = useCampaignFilters();
  const query = useCampaignList({ ...list.query, ...filters.query });
  const options = useTagsAndLimits().data;
  const changes = useCampaignChanges();
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const rows = query.data?.rows ?? [];
  const openDialog = (about: OpenDialog['kind'], campaigns: Campaign[]) =>
    setDialog({ kind: about, campaigns, opened: true });
  const closeDialog = () => setDialog((last) => last && { ...last, opened: false });
  const columns = useCampaignColumns(filters, (campaign) => (
    <CampaignRowActions
      campaign={campaign}
      changes={changes}
      canWrite={canWrite}
      onDelete={() => openDialog('delete', [campaign])}
    />
  ));
  const canCreate = canWrite && !(options && isFull(options.limits));
  useCampaignKeys(canCreate ? () => void navigate(localizedPath(paths.campaignCreate)) : undefined);

  const deleteSelected = async () => {
    if (!dialog) return;
    await changes.change({ ids: dialog.campaigns.map(({ id }) => id), action: 'delete' });
    if (dialog.campaigns.length === rows.length && list.page > 1) list.goToPage(list.page - 1);
  };

  const addLink = canCreate && (
    <ButtonLink
      variant="primary"
      icon={<Plus size={16} strokeWidth={1.75} aria-hidden />}
      to={localizedPath(paths.campaignCreate)}
      aria-keyshortcuts="c"
    >
      {t('add')}
    </ButtonLink>
  );
  const isEmpty = query.data?.meta.total === 0 && !query.isPlaceholderData && !filters.isFiltered;

  return (
    <>
      <PageHeader
        title={t('title')}
        // Its height is reserved while loading, so nothing shifts.
        subtitle={options ? <CampaignsLimit limits={options.limits} /> : '\u00a0'}
        actions={!isEmpty && addLink}
      />
      {user.is_onboarding && <OnboardingSlot />}
      {isEmpty ? (
        <NoCampaigns action={addLink} archive={filters.to('status', 'archived')} />
      ) : (
        <div className={css.parts}>
          <CampaignToolbar filters={filters} tags={options?.tags ?? []} />
          {changes.problem && (
            <Banner
              kind="danger"
              role="alert"
              action={
                <>
                  {changes.problem.code === 'tariff_limit_reached' && (
                    <ButtonLink size="sm" to={localizedPath(paths.tariffs)}>
                      {t('list.choose_tariff')}
                    </ButtonLink>
                  )}
                  <Button size="sm" onClick={changes.dismissProblem}>
                    {t('select:close')}
                  </Button>
                </>
              }
            >
              {changes.problem.message}
            </Banner>
          )}
          {!(query.error && !query.data) && (
            <CampaignTotals
              totals={query.data?.totals}
              count={query.data?.meta.total}
              isFiltered={filters.isFiltered}
              readAt={query.dataUpdatedAt === 0 ? null : new Date(query.dataUpdatedAt)}
              onRefresh={() => void query.refetch()}
            />
          )}
          <DataTable
            label={t('title')}
            columns={columns}
            list={list}
            query={query}
            rowId={({ id }) => id}
            rowLabel={({ name }) => name}
            rowHref={({ id }) => localizedPath(paths.campaignUpdate(id))}
            empty={
              <EmptyState
                icon={SearchX}
                title={t('select:nothing_found')}
                text={t('list.nothing_found_text')}
                action={<ButtonLink to={filters.cleared}>{t('list.clear_filters')}</ButtonLink>}
              />
            }
            {...(canWrite && {
              bulkActions: (ids: RowId[], clear: () => void) => {
                const campaigns = rows.filter(({ id }) => ids.includes(id));
                return (
                  <Suspense>
                    <CampaignBulkActions
                      campaigns={campaigns}
                      changes={changes}
                      onDone={clear}
                      onTag={() => openDialog('tags', campaigns)}
                      onDelete={() => openDialog('delete', campaigns)}
                    />
                  </Suspense>
                );
              },
            })}
          />
        </div>
      )}
      <Suspense>
        {dialog?.kind === 'delete' && (
          <DeleteDialog
            campaigns={dialog.campaigns}
            opened={dialog.opened}
            onClose={closeDialog}
            onConfirm={deleteSelected}
          />
        )}
        {dialog?.kind === 'tags' && (
          <TagDialog
            campaigns={dialog.campaigns.map((campaign) => rows.find(({ id }) => id === campaign.id) ?? campaign)}
            tags={options?.tags ?? []}
            opened={dialog.opened}
            onClose={closeDialog}
            change={changes.change}
          />
        )}
      </Suspense>
    </>
  );
}

/** Empty state. Links to the archive when all campaigns are archived. */
function NoCampaigns({ action, archive }: { action: ReactNode; archive: { search: string } }) {
  const { t } = useTranslation('campaigns');
  const archived = useArchivedCount().data ?? 0;
  return (
    <EmptyState
      icon={Megaphone}
      title={t(archived > 0 ? 'list.all_archived' : 'empty.title')}
      text={archived > 0 ? t('list.all_archived_text', { count: archived }) : t('empty.text')}
      action={
        <>
          {archived > 0 && <ButtonLink to={archive}>{t('list.open_archive')}</ButtonLink>}
          {action}
        </>
      }
    />
  );
}
