import {
  type CustomerList,
  type CustomerRow,
  MOVEMENTS,
  type Movement,
  type MovementRow,
} from '@poklik/contract/overview-business';
import { ArrowLeft, UsersRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatDaySpan } from '../../format/dates.ts';
import { formatMoney, formatMoneyChange } from '../../format/numbers.ts';
import { paths } from '../../i18n/paths.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { useLocalizedPath } from '../../i18n/use-localized-path.ts';
import { ChoiceLinks } from '../../ui/choice/choice-links.tsx';
import type { Column } from '../../ui/data-table/column.ts';
import { useListState } from '../../ui/data-table/use-list-state.ts';
import { ListPage } from '../../ui/list-page/list-page.tsx';
import { EmptyState } from '../../ui/state/empty-state.tsx';
import { DateTime } from '../../widgets/date-time.tsx';
import { PeriodPicker } from '../../widgets/periods/period-picker.tsx';
import css from './lists.module.css';
import { useCustomers, useMovements } from './overview.queries.ts';
import type { OverviewPlace } from './use-overview-place.ts';

/** Lists about a period; the others are about now. */
const OF_PERIOD: ReadonlySet<CustomerList> = new Set([
  'paying',
  'revenue',
  'signed_up',
  'verified',
  'with_campaign',
  'with_clicks',
  'with_conversion',
  'paid',
  'trials_started',
  'trials_running',
  'trials_converted',
]);

function Above({ place, hasPeriod, children }: { place: OverviewPlace; hasPeriod: boolean; children?: ReactNode }) {
  const { t } = useTranslation('overview');
  return (
    <div className={css.above}>
      <Link className={css.back} to={place.toOverview}>
        <ArrowLeft size={16} strokeWidth={1.75} aria-hidden />
        {t('list.back')}
      </Link>
      {hasPeriod && <PeriodPicker control={place.period} />}
      {children}
    </div>
  );
}

/** The customers behind a figure, which is their sum. */
export function CustomersList({ list: name, place }: { list: CustomerList; place: OverviewPlace }) {
  const { t } = useTranslation('overview');
  const language = useLanguage();
  const list = useListState(['email', 'amount']);
  const query = useCustomers({ ...list.query, ...place.days, list: name });
  const totals = query.data?.totals;
  const columns = useCustomerColumns(totals?.currency ?? 'USD', totals?.amount !== null);
  const hasPeriod = OF_PERIOD.has(name);
  const when = hasPeriod ? formatDaySpan(language, place.period.days, place.period.today) : t('list.now');
  const count = query.data && t('list.customers', { count: query.data.meta.total });
  const amount = totals?.amount ? formatMoney(language, totals.amount, totals.currency) : null;
  return (
    <ListPage
      title={t(`list.${name}`)}
      subtitle={[when, count, amount].filter(Boolean).join(' · ')}
      above={<Above place={place} hasPeriod={hasPeriod} />}
      columns={columns}
      list={list}
      query={query}
      rowId={({ user_id: id }) => id}
      rowLabel={({ name: customer, email }) => customer || email}
      empty={<EmptyState icon={UsersRound} title={t('list.empty')} text={t('list.empty_text')} />}
    />
  );
}

function Customer({ name, email }: { name: string; email: string }) {
  const localizedPath = useLocalizedPath();
  return (
    <Link to={`${localizedPath(paths.usersList)}?search=${encodeURIComponent(email)}`} title={email}>
      {name || email}
    </Link>
  );
}

function useCustomerColumns(currency: string, hasAmount: boolean): Column<CustomerRow>[] {
  const { t } = useTranslation('overview');
  const language = useLanguage();
  return [
    {
      id: 'email',
      header: t('list.customer'),
      card: 'title',
      sortable: true,
      wide: true,
      cell: ({ name, email }) => <Customer name={name} email={email} />,
    },
    { id: 'address', header: t('list.email'), card: 'value', cell: ({ email }) => email },
    { id: 'tariff', header: t('list.tariff'), card: 'value', cell: ({ tariff }) => tariff ?? '—' },
    {
      id: 'created_at',
      header: t('list.signed_up_at'),
      card: 'value',
      cell: ({ created_at: at }) => <DateTime iso={at} />,
    },
    ...(hasAmount
      ? [
          {
            id: 'amount',
            header: t('list.amount'),
            align: 'end',
            card: 'value',
            sortable: true,
            cell: ({ amount }) => formatMoney(language, amount, currency),
          } satisfies Column<CustomerRow>,
        ]
      : []),
  ];
}

/** Every change of MRR in the period. */
export function MovementsList({ place }: { place: OverviewPlace }) {
  const { t } = useTranslation('overview');
  const language = useLanguage();
  const list = useListState(['at', 'amount']);
  const { movement, days } = place;
  const query = useMovements({ ...list.query, ...days, ...(movement && { movement }) });
  const totals = query.data?.totals;
  const columns = useMovementColumns(totals?.currency ?? 'USD');
  const money = (amount: string) => formatMoneyChange(language, amount, totals?.currency ?? 'USD');
  const sum = totals?.movements
    .filter((each) => movement === null || each.movement === movement)
    .reduce((total, { mrr }) => total + Number(mrr), 0);
  const choice = (kind: Movement | null) => ({
    label: t(kind === null ? 'movement.all' : `movement.${kind}`),
    to: { search: new URL(place.toMovements(kind), location.href).search },
    chosen: movement === kind,
  });
  return (
    <ListPage
      title={t('business.bridge')}
      subtitle={[
        formatDaySpan(language, place.period.days, place.period.today),
        query.data && t('list.changes', { count: query.data.meta.total }),
        sum !== undefined && money(sum.toFixed(2)),
      ]
        .filter(Boolean)
        .join(' · ')}
      above={
        <Above place={place} hasPeriod>
          <ChoiceLinks label={t('business.movement')} choices={[choice(null), ...MOVEMENTS.map(choice)]} />
        </Above>
      }
      columns={columns}
      list={list}
      query={query}
      rowId={({ user_id: id, at, movement: kind, arr }) => `${id} ${at} ${kind} ${arr}`}
      rowLabel={({ name, email }) => name || email}
      empty={<EmptyState icon={UsersRound} title={t('list.no_movements')} text={t('list.no_movements_text')} />}
    />
  );
}

function useMovementColumns(currency: string): Column<MovementRow>[] {
  const { t } = useTranslation('overview');
  const language = useLanguage();
  const localizedPath = useLocalizedPath();
  const money = (amount: string) => formatMoneyChange(language, amount, currency);
  return [
    {
      id: 'customer',
      header: t('list.customer'),
      card: 'title',
      wide: true,
      cell: ({ name, email }) => <Customer name={name} email={email} />,
    },
    { id: 'movement', header: t('business.movement'), card: 'badge', cell: (row) => t(`movement.${row.movement}`) },
    {
      id: 'tariff',
      header: t('list.tariff'),
      card: 'value',
      cell: ({ tariff, period }) => `${tariff}, ${t(`list.period.${period}`)}`,
    },
    { id: 'at', header: t('list.at'), card: 'value', sortable: true, cell: ({ at }) => <DateTime iso={at} /> },
    {
      id: 'invoice',
      header: t('list.invoice'),
      priority: 3,
      cell: ({ invoice_id: id, email }) =>
        id === null ? (
          '—'
        ) : (
          <Link to={`${localizedPath(paths.invoices)}?search=${encodeURIComponent(email)}`}>
            {t('list.invoices_of')}
          </Link>
        ),
    },
    { id: 'arr', header: t('business.arr'), align: 'end', priority: 3, cell: ({ arr }) => money(arr) },
    {
      id: 'amount',
      header: t('business.mrr'),
      align: 'end',
      card: 'value',
      sortable: true,
      cell: ({ mrr }) => money(mrr),
    },
  ];
}
