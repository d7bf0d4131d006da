import { CLICK_OUTCOMES, type Click } from '@poklik/contract/clicks';
import { DEVICES } from '@poklik/contract/routing';
import { MousePointerClick } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../ui/badge.tsx';
import type { Column } from '../../ui/data-table/column.ts';
import { useListFilters } from '../../ui/data-table/use-list-filters.ts';
import { useListState } from '../../ui/data-table/use-list-state.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListPage } from '../../ui/list-page/list-page.tsx';
import { ListSearch } from '../../ui/list-page/list-search.tsx';
import { DateTime } from '../../widgets/date-time.tsx';
import { ClickDialog } from './click-dialog.tsx';
import { ClickId } from './click-id.tsx';
import { useClicksPage } from './conversions.queries.ts';
import { CommonFilters, CountryFilter, OneOf, oneOf } from './filters.tsx';
import { NoWrap } from './no-wrap.tsx';
import { useVisitorFacts } from './use-visitor-facts.ts';

const FILTERS = ['search', 'click_verdict', 'device', 'country', 'company_id', 'start_date', 'end_date', 'id'] as const;

/** Click log, newest first, with routing reasons. */
export function ClicksTab({ views }: { views: ReactNode }) {
  const { t } = useTranslation('conversions');
  const list = useListState(['at']);
  const filters = useListFilters(FILTERS);
  const { id, search, country, company_id, start_date, end_date, ...chosen } = filters.values;
  const verdict = oneOf(CLICK_OUTCOMES, chosen.click_verdict);
  const device = oneOf(DEVICES, chosen.device);
  const query = useClicksPage({
    ...list.query,
    ...(search && { search }),
    ...(company_id && { company_id }),
    ...(start_date && { start_date }),
    ...(end_date && { end_date }),
    ...(country && { country }),
    ...(verdict && { verdict }),
    ...(device && { device }),
  });
  const columns = useColumns();
  const isFiltered = [search, country, company_id, start_date, end_date, verdict, device].some(Boolean);
  return (
    <ListPage
      title={t('title')}
      label={t('tab.clicks')}
      above={views}
      toolbar={
        <>
          <ListSearch filters={filters} placeholder={t('clicks.search')} maxLength={128} />
          <OneOf filters={filters} name="click_verdict" values={CLICK_OUTCOMES} words="click_verdict" />
          <OneOf filters={filters} name="device" values={DEVICES} words="device" />
          <CountryFilter filters={filters} />
          <CommonFilters filters={filters} />
        </>
      }
      columns={columns}
      list={list}
      query={query}
      rowId={(row) => row.click_id}
      rowLabel={(row) => `${row.campaign.name} ${row.click_id}`}
      rowHref={(row) => filters.to('id', row.click_id).search}
      empty={<EmptyState icon={MousePointerClick} title={t('clicks.empty')} text={t('clicks.empty_text')} />}
      noMatches={{
        filters: { ...filters, isFiltered },
        title: t('not_found.title'),
        text: t('not_found.text'),
        clear: t('clear_filters'),
      }}
    >
      <ClickDialog id={id ?? null} onClose={() => filters.set('id', null)} />
    </ListPage>
  );
}

function useColumns(): Column<Click>[] {
  const { t } = useTranslation('conversions');
  const { word } = useVisitorFacts();
  return [
    { id: 'at', header: t('clicks.at'), sortable: true, card: 'title', cell: (row) => <DateTime iso={row.at} /> },
    { id: 'campaign', header: t('campaign'), card: 'value', wide: true, cell: (row) => row.campaign.name },
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
      id: 'click_id',
      header: t('click_id'),
      priority: 3,
      cell: (row) => <ClickId id={row.click_id} />,
    },
  ];
}
