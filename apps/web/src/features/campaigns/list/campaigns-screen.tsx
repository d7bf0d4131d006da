import type { Campaign } from '@poklik/contract/campaigns';
import { MONEY_FIELDS } from '@poklik/contract/money';
import { METRICS } from '@poklik/contract/statistics';
import type { TypeColumn } from '@poklik/contract/type-columns';
import { Plus } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { hasPermission, useCurrentUser } from '../../../api/current-user.ts';
import { paths } from '../../../i18n/paths.ts';
import { useLocalizedPath } from '../../../i18n/use-localized-path.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { useListState } from '../../../ui/data-table/use-list-state.ts';
import { useTypeColumnIds } from '../../../widgets/conversion-types/use-type-columns.ts';
import { usePeriod } from '../../../widgets/periods/use-period.ts';
import { CampaignDialog, type OpenDialog } from './campaign-dialog.tsx';
import { type useCampaignList, useTagsAndLimits } from './campaign-list.queries.ts';
import { CampaignSummary } from './campaign-summary.tsx';
import { CampaignToolbar } from './campaign-toolbar.tsx';
import { CampaignsLimit, isFull } from './campaigns-limit.tsx';
import css from './campaigns-page.module.css';
import { useCampaignChanges } from './changes/use-campaign-changes.ts';
import { useCampaignMenu } from './changes/use-campaign-menu.tsx';
import { NoCampaigns } from './no-campaigns.tsx';
import { OnboardingSlot } from './onboarding-slot.tsx';
import { useRevenueBasis } from './revenue/use-revenue-basis.ts';
import { useCampaignFilters } from './use-campaign-filters.ts';
import { useCampaignKeys } from './use-campaign-keys.ts';

const CampaignBulkActions = lazy(async () => ({
  default: (await import('./changes/campaign-bulk-actions.tsx')).CampaignBulkActions,
}));

const SORTABLE = ['name', 'status', 'created_at', ...METRICS] as const;

/** Sortable columns. Sorting by money would reveal it to members without access. */
function useSortable(): readonly ((typeof SORTABLE)[number] | TypeColumn)[] {
  const { can_see_money: seesMoney } = useCurrentUser().team;
  const typeColumns = useTypeColumnIds();
  return [...SORTABLE.filter((name) => seesMoney || !MONEY_FIELDS.has(name)), ...typeColumns];
}

/** What both forms of the page share. */
export function useCampaignsScreen() {
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
          onEdit={() => openDialog('edit', campaigns)}
          onDelete={() => openDialog('delete', campaigns)}
        />
      </Suspense>
    ),
  };
}

type CampaignsScreen = ReturnType<typeof useCampaignsScreen>;
type FirstPage = ReturnType<typeof useCampaignList>;

export interface CampaignsPageProps {
  /** Tabs above the list. */
  views?: ReactNode;
}

interface AboveRows extends CampaignsPageProps {
  /** Today's metrics, on a narrow screen. */
  home?: ReactNode;
}

/** Around the rows. */
export function usePageParts(screen: CampaignsScreen, query: FirstPage, { views, home }: AboveRows) {
  const { t } = useTranslation('campaigns');
  const { user, options, filters, changes, addLink, period, revenue } = screen;
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
        {!isEmpty && home}
      </>
    ),
    toolbar: !isEmpty && (
      <CampaignToolbar filters={filters} tags={options?.tags ?? []} period={period} revenue={revenue} />
    ),
    summary: !isEmpty && (
      <CampaignSummary filters={filters} changes={changes} query={query} revenue={revenue} period={period} />
    ),
    empty: <NoCampaigns action={addLink} canImport={screen.canWrite} archive={filters.to('status', 'archived')} />,
  };
}

interface PageDialogProps {
  screen: CampaignsScreen;
  rows: readonly Campaign[];
  onDeleted?: (count: number) => void;
}

export function PageDialog({
  screen: { dialog, setDialog, options, filters, changes },
  rows,
  onDeleted,
}: PageDialogProps): ReactNode {
  if (!dialog) return null;
  return (
    <CampaignDialog
      {...dialog}
      rows={rows}
      tags={options?.tags ?? []}
      filter={filters.query}
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
