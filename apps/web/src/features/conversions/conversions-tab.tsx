import { CONVERSION_STATUSES, type ConversionStatus } from '@poklik/contract/campaigns';
import { CONVERSION_SOURCES } from '@poklik/contract/conversion-values';
import type { Conversion } from '@poklik/contract/conversions';
import { BASE_CURRENCY } from '@poklik/contract/money';
import { TIME_BASES, type TimeBasis } from '@poklik/contract/statistics';
import { CircleCheckBig, Download, Upload } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hasPermission, useCurrentUser } from '../../api/current-user.ts';
import { formatInteger, formatMoney } from '../../format/numbers.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { Button } from '../../ui/button.tsx';
import { CreateButton } from '../../ui/create-button.tsx';
import type { Column } from '../../ui/data-table/column.ts';
import { useListFilters } from '../../ui/data-table/use-list-filters.ts';
import { useListState } from '../../ui/data-table/use-list-state.ts';
import { useCreateKey } from '../../ui/keyboard/use-create-key.ts';
import { ListPage } from '../../ui/list-page/list-page.tsx';
import { PageLoader } from '../../ui/state/page-loader.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { CampaignLink } from '../../widgets/campaign-link.tsx';
import { useTypeName } from '../../widgets/conversion-types/conversion-types.queries.ts';
import { DateTime } from '../../widgets/date-time.tsx';
import { daysQuery, type PeriodControl } from '../../widgets/periods/period.ts';
import { usePeriod } from '../../widgets/periods/use-period.ts';
import { ClickId } from './click-id.tsx';
import { ConversionDialogs, type StatusChange } from './conversion-dialogs.tsx';
import css from './conversions.module.css';
import { useConversionsPage, useExport } from './conversions.queries.ts';
import { DateBasis } from './filters/date-basis.tsx';
import { type ConversionFilters, FILTER_NAMES, type FilterField, oneOf } from './filters/filter-fields.ts';
import { ListTools } from './filters/list-tools.tsx';
import { firstFieldProblem } from './first-field-problem.ts';
import { NoWrap } from './no-wrap.tsx';
import { StatusBadge } from './status-badge.tsx';
import { useVisitorFacts } from './use-visitor-facts.ts';

// Only a list with nothing in it needs this.
const FirstEvent = lazy(async () => ({
  default: (await import('../../widgets/onboarding/first-event.tsx')).FirstEvent,
}));

const FIELDS: readonly FilterField[] = ['status', 'type', 'source', 'country', 'company_id', 'revenue'];
const SORTABLE = ['received_at', 'click_at', 'payout', 'status', 'type'] as const;

export function ConversionsTab({ views }: { views: ReactNode }) {
  const { t } = useTranslation('conversions');
  const user = useCurrentUser();
  const seesMoney = user.team.can_see_money;
  const canWrite = hasPermission(user, 'conversions:write');
  const list = useListState(seesMoney ? SORTABLE : SORTABLE.filter((name) => name !== 'payout'));
  const filters = useListFilters(FILTER_NAMES);
  const period = usePeriod('all');
  const { wanted: narrowed, timeBasis } = queryOf(filters.values, seesMoney);
  const wanted = { ...narrowed, ...daysQuery(period) };
  const asked = { ...wanted, ...(timeBasis && { time_basis: timeBasis }) };
  const { sort, order } = list.query;
  const sorting = { ...(sort && { sort }), ...(order && { order }) };
  const query = useConversionsPage({ ...list.query, ...asked });
  const [adding, setAdding] = useState(false);
  const [importing, setImporting] = useState(false);
  const [change, setChange] = useState<StatusChange | null>(null);
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
          {user.team.can_export && <ExportButton query={{ ...asked, ...sorting }} />}
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
      toolbar={<ConversionTools filters={filters} period={period} />}
      summary={query.data && query.data.meta.total > 0 && <Totals totals={query.data.totals} />}
      columns={columns}
      list={list}
      query={query}
      rowId={(row) => row.id}
      rowLabel={(row) => `${row.campaign.name} ${row.id}`}
      rowHref={(row) => filters.to('id', row.id).search}
      empty={
        <Suspense fallback={<PageLoader />}>
          <FirstEvent icon={CircleCheckBig} words="conversions" addressOf={({ postback_url }) => postback_url} />
        </Suspense>
      }
      noMatches={{
        filters: { ...filters, isFiltered },
        title: t('not_found.title'),
        text: t('not_found.text'),
        clear: t('clear_filters'),
      }}
      {...(canWrite && {
        bulkActions: (ids) => (
          <StatusButtons
            onChoose={(status) => setChange({ rows: rows.filter((row) => ids.includes(row.id)), status })}
          />
        ),
      })}
    >
      <ConversionDialogs
        filters={filters}
        rows={rows}
        canWrite={canWrite}
        adding={[adding, setAdding]}
        importing={[importing, setImporting]}
        change={[change, setChange]}
      />
    </ListPage>
  );
}

/** What the server knows of; a value that nobody could have chosen is no filter. */
function queryOf(values: ConversionFilters['values'], seesMoney: boolean) {
  const { search, type, country, company_id, revenue_min, revenue_max, ...chosen } = values;
  const status = oneOf(CONVERSION_STATUSES, chosen.status);
  const source = oneOf(CONVERSION_SOURCES, chosen.source);
  const timeBasis = oneOf(TIME_BASES, chosen.time_basis);
  const wanted = {
    ...(search && { search }),
    ...(type && { type }),
    ...(country && { country }),
    ...(company_id && { company_id }),
    ...(seesMoney && revenue_min && { revenue_min }),
    ...(seesMoney && revenue_max && { revenue_max }),
    ...(status && { status }),
    ...(source && { source }),
  };
  return { wanted, timeBasis };
}

function ExportButton({ query }: { query: Parameters<ReturnType<typeof useExport>['mutate']>[0] }) {
  const { t } = useTranslation('conversions');
  const file = useExport();
  return (
    <Button
      icon={<Download size={16} strokeWidth={1.75} aria-hidden />}
      loading={file.isPending}
      onClick={() => file.mutate(query, { onError: (error) => toast(firstFieldProblem(error), { kind: 'problem' }) })}
    >
      {t('export')}
    </Button>
  );
}

function StatusButtons({ onChoose }: { onChoose: (status: ConversionStatus) => void }) {
  const { t } = useTranslation('conversions');
  return (['approved', 'rejected', 'chargeback'] as const).map((status) => (
    <Button
      key={status}
      size="sm"
      variant={status === 'approved' ? 'primary' : 'danger'}
      onClick={() => onChoose(status)}
    >
      {t(`make.${status}`)}
    </Button>
  ));
}

function ConversionTools({ filters, period }: { filters: ConversionFilters; period: PeriodControl }) {
  const { t } = useTranslation('conversions');
  const seesMoney = useCurrentUser().team.can_see_money;
  return (
    <ListTools
      filters={filters}
      fields={seesMoney ? FIELDS : FIELDS.filter((field) => field !== 'revenue')}
      period={period}
      placeholder={t('search')}
      timeSettings={<DateBasis filters={filters} />}
    />
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

function Payout({ conversion: { payout, refunded, currency } }: { conversion: Conversion }) {
  const { t } = useTranslation('conversions');
  const language = useLanguage();
  return (
    <>
      <NoWrap>{formatMoney(language, payout, currency)}</NoWrap>
      {Number(refunded) > 0 && (
        <span className={css.refunded}>{t('refunded_of', { amount: formatMoney(language, refunded, currency) })}</span>
      )}
    </>
  );
}

function useColumns({
  seesMoney,
  timeBasis,
}: {
  seesMoney: boolean;
  timeBasis: TimeBasis | undefined;
}): Column<Conversion>[] {
  const typeName = useTypeName();
  const { t } = useTranslation('conversions');
  const { word } = useVisitorFacts();
  const payout: Column<Conversion> = {
    id: 'payout',
    header: t('payout'),
    sortable: true,
    align: 'end',
    card: 'value',
    cell: (row) => <Payout conversion={row} />,
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
    {
      id: 'campaign',
      header: t('campaign'),
      card: 'value',
      wide: true,
      cell: (row) => <CampaignLink campaign={row.campaign} />,
    },
    {
      id: 'type',
      header: t('type'),
      sortable: true,
      card: 'value',
      cell: (row) => <NoWrap>{typeName(row.type)}</NoWrap>,
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
