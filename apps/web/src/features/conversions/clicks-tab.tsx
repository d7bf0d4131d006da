import { CLICK_OUTCOMES, type Click } from '@poklik/contract/clicks';
import { DEVICES } from '@poklik/contract/routing';
import { MousePointerClick } from 'lucide-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../ui/badge.tsx';
import type { Column } from '../../ui/data-table/column.ts';
import { useListFilters } from '../../ui/data-table/use-list-filters.ts';
import { useListState } from '../../ui/data-table/use-list-state.ts';
import { useOnceOpen } from '../../ui/dialog/use-once-open.ts';
import { List, type ListProps } from '../../ui/list-page/list.tsx';
import { ListPage } from '../../ui/list-page/list-page.tsx';
import { EmptyState } from '../../ui/state/empty-state.tsx';
import { CampaignLink } from '../../widgets/campaign-link.tsx';
import { DateTime } from '../../widgets/date-time.tsx';
import { daysQuery } from '../../widgets/periods/period.ts';
import { usePeriod } from '../../widgets/periods/use-period.ts';
import { ClickId } from './click-id.tsx';
import { useClicksPage } from './conversions.queries.ts';
import { FILTER_NAMES, type FilterField, oneOf } from './filters/filter-fields.ts';
import { ListTools } from './filters/list-tools.tsx';
import { NoWrap } from './no-wrap.tsx';
import { useVisitorFacts } from './use-visitor-facts.ts';

const ClickDialog = lazy(async () => ({ default: (await import('./click-dialog.tsx')).ClickDialog }));

const FIELDS: readonly FilterField[] = ['click_verdict', 'device', 'country', 'company_id'];

interface ClicksTabProps {
  /** Above the list of a page of its own. */
  views?: ReactNode;
  /** Only clicks of one campaign, inside its page. */
  campaignId?: number;
}

/** Click log, newest first, with routing reasons. */
export function ClicksTab({ views, campaignId }: ClicksTabProps) {
  const { t } = useTranslation('conversions');
  const list = useListState(['at']);
  const filters = useListFilters(FILTER_NAMES);
  const { id, search, country, company_id: chosenId, ...chosen } = filters.values;
  const company_id = campaignId === undefined ? chosenId : String(campaignId);
  const verdict = oneOf(CLICK_OUTCOMES, chosen.click_verdict);
  const device = oneOf(DEVICES, chosen.device);
  const period = usePeriod('all');
  const days = daysQuery(period);
  const query = useClicksPage({
    ...list.query,
    ...(search && { search }),
    ...(company_id && { company_id }),
    ...days,
    ...(country && { country }),
    ...(verdict && { verdict }),
    ...(device && { device }),
  });
  const columns = useColumns(campaignId === undefined);
  const isFiltered = [search, country, chosenId, days.start_date, verdict, device].some(Boolean);
  const needsDialog = useOnceOpen(id !== undefined);
  const dialog = needsDialog && (
    <Suspense>
      <ClickDialog id={id ?? null} onClose={() => filters.set('id', null)} />
    </Suspense>
  );
  const shown: ListProps<Click> = {
    label: t('tab.clicks'),
    toolbar: (
      <ListTools
        filters={filters}
        fields={campaignId === undefined ? FIELDS : FIELDS.filter((field) => field !== 'company_id')}
        period={period}
        placeholder={t('clicks.search')}
      />
    ),
    columns,
    list,
    query,
    rowId: (row) => row.click_id,
    rowLabel: (row) => `${row.campaign.name} ${row.click_id}`,
    rowHref: (row) => filters.to('id', row.click_id).search,
    empty: <EmptyState icon={MousePointerClick} title={t('clicks.empty')} text={t('clicks.empty_text')} />,
    noMatches: {
      filters: { ...filters, isFiltered },
      title: t('not_found.title'),
      text: t('not_found.text'),
      clear: t('clear_filters'),
    },
  };
  if (campaignId !== undefined) {
    return (
      <>
        <List {...shown} />
        {dialog}
      </>
    );
  }
  return (
    <ListPage title={t('title')} above={views} {...shown}>
      {dialog}
    </ListPage>
  );
}

function useColumns(hasCampaign: boolean): Column<Click>[] {
  const { t } = useTranslation('conversions');
  const { word } = useVisitorFacts();
  return [
    { id: 'at', header: t('clicks.at'), sortable: true, card: 'title', cell: (row) => <DateTime iso={row.at} /> },
    ...(hasCampaign
      ? [
          {
            id: 'campaign',
            header: t('campaign'),
            card: 'value' as const,
            wide: true,
            cell: (row: Click) => <CampaignLink campaign={row.campaign} />,
          },
        ]
      : []),
    {
      id: 'verdict',
      header: t('filter.click_verdict'),
      card: 'badge',
      cell: (row) => (
        <Badge
          kind={row.verdict === 'counted' && !row.is_bot ? 'success' : 'neutral'}
          shape={row.is_bot ? 'ring' : row.verdict === 'counted' ? 'check' : 'cross'}
        >
          {t(row.is_bot ? 'clicks.bot' : `click_verdict.${row.verdict}`)}
        </Badge>
      ),
    },
    {
      id: 'country',
      header: t('country'),
      card: 'value',
      cell: (row) => <NoWrap>{word('country', row.country)}</NoWrap>,
    },
    {
      id: 'device',
      header: t('filter.device'),
      card: 'value',
      cell: (row) => <NoWrap>{word('device', row.device)}</NoWrap>,
    },
    {
      id: 'rule',
      header: t('clicks.rule'),
      card: 'value',
      cell: (row) => (
        <NoWrap>{row.rule === 0 ? t('clicks.default') : t('clicks.rule_number', { rule: row.rule })}</NoWrap>
      ),
    },
    {
      id: 'tag_kind',
      header: t('clicks.tag_kind'),
      priority: 3,
      cell: (row) => <NoWrap>{row.tag_kind || '—'}</NoWrap>,
    },
    {
      id: 'click_id',
      header: t('click_id'),
      priority: 3,
      cell: (row) => <ClickId id={row.click_id} />,
    },
  ];
}
