import { CONVERSION_STATUSES, type ConversionStatus } from '@poklik/contract/campaigns';
import { CONVERSION_SOURCES } from '@poklik/contract/conversion-values';
import type { Conversion } from '@poklik/contract/conversions';
import { BASE_CURRENCY } from '@poklik/contract/money';
import { TIME_BASES, type TimeBasis } from '@poklik/contract/statistics';
import { CircleCheckBig, Download, Upload } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hasPermission, useCurrentUser } from '../../api/current-user.ts';
import { formatInteger, formatMoney } from '../../format/numbers.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { Button } from '../../ui/button.tsx';
import { CreateButton } from '../../ui/create-button.tsx';
import type { Column } from '../../ui/data-table/column.ts';
import { useListFilters } from '../../ui/data-table/use-list-filters.ts';
import { useListState } from '../../ui/data-table/use-list-state.ts';
import { ListPage } from '../../ui/list-page/list-page.tsx';
import { ListSearch } from '../../ui/list-page/list-search.tsx';
import { toast } from '../../ui/toast.ts';
import { useCreateKey } from '../../ui/use-create-key.ts';
import { DateTime } from '../../widgets/date-time.tsx';
import { FirstEvent } from '../../widgets/first-event.tsx';
import { AddDialog } from './add-dialog.tsx';
import { AmountFilter } from './amount-filter.tsx';
import { ClickId } from './click-id.tsx';
import { ConversionDialog } from './conversion-dialog.tsx';
import css from './conversions.module.css';
import { useConversionsPage, useExport } from './conversions.queries.ts';
import { CommonFilters, CountryFilter, OneOf, oneOf } from './filters.tsx';
import { firstFieldProblem } from './first-field-problem.ts';
import { ImportDialog } from './import-dialog.tsx';
import { NoWrap } from './no-wrap.tsx';
import { StatusBadge } from './status-badge.tsx';
import { StatusDialog } from './status-dialog.tsx';
import { useVisitorFacts } from './use-visitor-facts.ts';

const FILTERS = [
  'search',
  'status',
  'type',
  'source',
  'country',
  'company_id',
  'start_date',
  'end_date',
  'time_basis',
  'revenue_min',
  'revenue_max',
  'id',
] as const;
const TYPES = ['lead', 'sale', 'rebill'];
const SORTABLE = ['received_at', 'click_at', 'payout', 'status', 'type'] as const;

export function ConversionsTab({ views }: { views: ReactNode }) {
  const { t } = useTranslation('conversions');
  const user = useCurrentUser();
  const canWrite = hasPermission(user, 'conversions:write');
  const list = useListState(user.team.can_see_money ? SORTABLE : SORTABLE.filter((name) => name !== 'payout'));
  const filters = useListFilters(FILTERS);
  const { id, search, type, country, company_id, start_date, end_date, revenue_min, revenue_max, ...chosen } =
    filters.values;
  const status = oneOf(CONVERSION_STATUSES, chosen.status);
  const source = oneOf(CONVERSION_SOURCES, chosen.source);
  const timeBasis = oneOf(TIME_BASES, chosen.time_basis);
  const seesMoney = user.team.can_see_money;
  const wanted = {
    ...(search && { search }),
    ...(type && { type }),
    ...(country && { country }),
    ...(company_id && { company_id }),
    ...(start_date && { start_date }),
    ...(end_date && { end_date }),
    ...(seesMoney && revenue_min && { revenue_min }),
    ...(seesMoney && revenue_max && { revenue_max }),
    ...(status && { status }),
    ...(source && { source }),
  };
  const { sort, order } = list.query;
  const asked = { ...wanted, ...(timeBasis && { time_basis: timeBasis }) };
  const query = useConversionsPage({ ...list.query, ...asked });
  const file = useExport();
  const [adding, setAdding] = useState(false);
  const [importing, setImporting] = useState(false);
  const [change, setChange] = useState<{ rows: Conversion[]; status: ConversionStatus } | null>(null);
  const columns = useColumns({ seesMoney, timeBasis });
  const add = () => setAdding(true);
  useCreateKey(canWrite ? add : undefined);
  const isFiltered = Object.keys(wanted).length > 0;
  const rows = query.data?.rows ?? [];

  return (
    <ListPage
      title={t('title')}
      label={t('tab.conversions')}
      actions={
        <>
          {user.team.can_export && (
            <Button
              icon={<Download size={16} strokeWidth={1.75} aria-hidden />}
              loading={file.isPending}
              onClick={() =>
                file.mutate(
                  { ...asked, ...(sort && { sort }), ...(order && { order }) },
                  { onError: (error) => toast(firstFieldProblem(error), { kind: 'problem' }) },
                )
              }
            >
              {t('export')}
            </Button>
          )}
          {canWrite && (
            <>
              <Button icon={<Upload size={16} strokeWidth={1.75} aria-hidden />} onClick={() => setImporting(true)}>
                {t('import.open')}
              </Button>
              <CreateButton onClick={add}>{t('add.open')}</CreateButton>
            </>
          )}
        </>
      }
      above={views}
      toolbar={
        <>
          <ListSearch filters={filters} placeholder={t('search')} maxLength={128} />
          <OneOf filters={filters} name="status" values={CONVERSION_STATUSES} words="status" />
          <OneOf filters={filters} name="type" values={TYPES} words="types" />
          <OneOf filters={filters} name="source" values={CONVERSION_SOURCES} words="source" />
          <CountryFilter filters={filters} />
          <CommonFilters filters={filters} />
          <OneOf filters={filters} name="time_basis" values={['click']} words="time_basis" />
          {seesMoney && <AmountFilter filters={filters} />}
        </>
      }
      summary={query.data && query.data.meta.total > 0 && <Totals totals={query.data.totals} />}
      columns={columns}
      list={list}
      query={query}
      rowId={(row) => row.id}
      rowLabel={(row) => `${row.campaign.name} ${row.id}`}
      rowHref={(row) => filters.to('id', row.id).search}
      empty={<FirstEvent icon={CircleCheckBig} words="conversions" addressOf={({ postback_url }) => postback_url} />}
      noMatches={{
        filters: { ...filters, isFiltered },
        title: t('not_found.title'),
        text: t('not_found.text'),
        clear: t('clear_filters'),
      }}
      {...(canWrite && {
        bulkActions: (ids) => (
          <>
            {(['approved', 'rejected', 'chargeback'] as const).map((wanted) => (
              <Button
                key={wanted}
                size="sm"
                variant={wanted === 'approved' ? 'primary' : 'danger'}
                onClick={() => setChange({ rows: rows.filter((row) => ids.includes(row.id)), status: wanted })}
              >
                {t(`make.${wanted}`)}
              </Button>
            ))}
          </>
        ),
      })}
    >
      <ConversionDialog
        id={id ?? null}
        ids={rows.map((row) => row.id)}
        canWrite={canWrite}
        onOpen={(other) => filters.set('id', other, { replace: true })}
        onClose={() => filters.set('id', null)}
      />
      <AddDialog opened={adding} onClose={() => setAdding(false)} />
      <ImportDialog opened={importing} onClose={() => setImporting(false)} />
      <StatusDialog change={change} onClose={() => setChange(null)} />
    </ListPage>
  );
}

function Totals({ totals }: { totals: { status: ConversionStatus; count: number; revenue: string | null }[] }) {
  const { t } = useTranslation('conversions');
  const language = useLanguage();
  return (
    <ul className={css.totals} aria-label={t('totals')}>
      {totals
        .filter(({ count }) => count > 0)
        .map(({ status, count, revenue }) => (
          <li key={status}>
            {t(`status.${status}`)}: <strong>{formatInteger(language, count)}</strong>
            {revenue !== null && ` · ${formatMoney(language, revenue, BASE_CURRENCY)}`}
          </li>
        ))}
    </ul>
  );
}

function useColumns({
  seesMoney,
  timeBasis,
}: {
  seesMoney: boolean;
  timeBasis: TimeBasis | undefined;
}): Column<Conversion>[] {
  const { t } = useTranslation('conversions');
  const language = useLanguage();
  const { word } = useVisitorFacts();
  const payout: Column<Conversion> = {
    id: 'payout',
    header: t('payout'),
    sortable: true,
    align: 'end',
    card: 'value',
    cell: (row) => <NoWrap>{formatMoney(language, row.payout, row.currency)}</NoWrap>,
  };
  return [
    timeBasis === 'click'
      ? {
          id: 'click_at',
          header: t('click_at'),
          sortable: true,
          card: 'title',
          cell: (row) => <DateTime iso={row.click_at} />,
        }
      : {
          id: 'received_at',
          header: t('received_at'),
          sortable: true,
          card: 'title',
          cell: (row) => <DateTime iso={row.received_at} />,
        },
    { id: 'campaign', header: t('campaign'), card: 'value', wide: true, cell: (row) => row.campaign.name },
    {
      id: 'type',
      header: t('type'),
      sortable: true,
      card: 'value',
      cell: (row) => <NoWrap>{t(`types.${row.type}`, row.type)}</NoWrap>,
    },
    {
      id: 'status',
      header: t('state'),
      sortable: true,
      card: 'badge',
      cell: (row) => <StatusBadge status={row.status} />,
    },
    ...(seesMoney ? [payout] : []),
    { id: 'source', header: t('from'), card: 'value', cell: (row) => <NoWrap>{t(`source.${row.source}`)}</NoWrap> },
    {
      id: 'transaction_id',
      header: t('transaction_id'),
      cell: (row) =>
        row.transaction_id ? <code className={css.id}>{row.transaction_id}</code> : <span className={css.none}>—</span>,
    },
    { id: 'click_id', header: t('click_id'), priority: 3, cell: (row) => <ClickId id={row.click_id} /> },
    {
      id: 'country',
      header: t('country'),
      priority: 3,
      cell: (row) => <NoWrap>{word('country', row.country)}</NoWrap>,
    },
  ];
}
