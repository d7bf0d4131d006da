import type { UserBalance } from '@poklik/contract/transactions';
import { ArrowLeftRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { hasPermission, useCurrentUser } from '../../api/current-user.ts';
import { formatDateTime } from '../../format/dates.ts';
import { formatMoney } from '../../format/numbers.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import type { Column } from '../../ui/data-table/column.ts';
import { useListFilters } from '../../ui/data-table/use-list-filters.ts';
import { useListState } from '../../ui/data-table/use-list-state.ts';
import { useDialog } from '../../ui/dialog/use-dialog.ts';
import { ListPage } from '../../ui/list-page/list-page.tsx';
import { ListSearch } from '../../ui/list-page/list-search.tsx';
import { ActionsMenu } from '../../ui/menu/actions-menu.tsx';
import { AccessDenied } from '../../ui/state/access-denied.tsx';
import { EmptyState } from '../../ui/state/empty-state.tsx';
import text from '../../ui/text.module.css';
import { CorrectionDialog } from '../../widgets/billing/correction-dialog.tsx';
import type { CorrectionType } from '../../widgets/billing/transactions.queries.ts';
import { BankTab } from './bank/bank-tab.tsx';
import { History } from './history.tsx';
import { RateDialog } from './rate-dialog.tsx';
import { TransactionTabs } from './transaction-tabs.tsx';
import { useBalances } from './transactions.queries.ts';
import css from './transactions-page.module.css';

/** Operators see all balances, other users their own history. */
export function TransactionsPage() {
  const reader = useCurrentUser();
  const { search } = useLocation();
  const params = new URLSearchParams(search);
  const asked = Number(params.get('user'));
  if (!hasPermission(reader, 'balances:read'))
    return hasPermission(reader, 'billing:read') ? <History userId={null} /> : <AccessDenied />;
  if (params.get('tab') === 'bank') return <BankTab />;
  return Number.isSafeInteger(asked) && asked > 0 ? <History userId={asked} /> : <Balances />;
}

type BalanceAction = CorrectionType | 'rate';

function Balances() {
  const { t } = useTranslation('transactions');
  const list = useListState(['email', 'available', 'last_movement_at', 'total_in', 'total_out']);
  const filters = useListFilters<'search'>(['search']);
  const { search } = filters.values;
  const query = useBalances({ ...list.query, ...(search && { search }) });
  const { about: asked, ...dialog } = useDialog<{ user: UserBalance; act: BalanceAction; time: number }>();
  const columns = useColumns((act, user) => dialog.open({ user, act, time: (asked?.time ?? 0) + 1 }));
  return (
    <ListPage
      title={t('title')}
      above={<TransactionTabs chosen="balances" />}
      toolbar={<ListSearch filters={filters} placeholder={t('search')} maxLength={100} />}
      columns={columns}
      list={list}
      query={query}
      rowId={({ id }) => id}
      rowLabel={({ email }) => email}
      rowHref={({ id }) => `?user=${id}`}
      empty={<EmptyState icon={ArrowLeftRight} title={t('no_users.title')} text={t('no_users.text')} />}
      noMatches={{ filters, title: t('not_found.title'), text: t('not_found.text'), clear: t('clear_search') }}
    >
      {asked && asked.act !== 'rate' && (
        <CorrectionDialog key={asked.time} user={asked.user} way={asked.act} {...dialog.props} />
      )}
      {asked?.act === 'rate' && <RateDialog key={asked.time} user={asked.user} {...dialog.props} />}
    </ListPage>
  );
}

function useColumns(onAct: (act: BalanceAction, user: UserBalance) => void): Column<UserBalance>[] {
  const { t } = useTranslation('transactions');
  const { t: control } = useTranslation('select');
  const language = useLanguage();
  const { timezone } = useCurrentUser();
  const money = (amount: string, currency: string) => (
    <span className={text.nowrap}>{formatMoney(language, amount, currency)}</span>
  );
  return [
    {
      id: 'email',
      header: t('column.user'),
      sortable: true,
      card: 'title',
      wide: true,
      cell: ({ name, email }) => name || email,
      below: ({ name, email }) => name && <span className={css.aside}>{email}</span>,
    },
    {
      id: 'available',
      header: t('column.available'),
      sortable: true,
      align: 'end',
      card: 'value',
      cell: ({ balance, currency }) => money(balance.available, currency),
    },
    {
      id: 'reserved',
      header: t('column.reserved'),
      align: 'end',
      priority: 3,
      cell: ({ balance, currency }) => money(balance.reserved, currency),
    },
    {
      id: 'pending',
      header: t('column.pending'),
      align: 'end',
      priority: 3,
      cell: ({ balance, currency }) => money(balance.pending, currency),
    },
    {
      id: 'total_in',
      header: t('column.total_in'),
      sortable: true,
      align: 'end',
      card: 'value',
      cell: ({ total_in: amount, currency }) => money(amount, currency),
    },
    {
      id: 'total_out',
      header: t('column.total_out'),
      sortable: true,
      align: 'end',
      card: 'value',
      cell: ({ total_out: amount, currency }) => money(amount, currency),
    },
    {
      id: 'last_movement_at',
      header: t('column.last_movement'),
      sortable: true,
      card: 'value',
      cell: ({ last_movement_at: at }) =>
        at === null ? '—' : <span className={text.nowrap}>{formatDateTime(language, at, timezone)}</span>,
    },
    {
      id: 'actions',
      header: control('actions'),
      align: 'end',
      card: 'actions',
      narrow: true,
      cell: (user) => <BalanceActions user={user} onAct={(act) => onAct(act, user)} />,
    },
  ];
}

function BalanceActions({ user, onAct }: { user: UserBalance; onAct: (act: BalanceAction) => void }) {
  const { t } = useTranslation('transactions');
  const canWrite = hasPermission(useCurrentUser(), 'balances:write');
  const changes = [
    { label: t('deposit'), onSelect: () => onAct('deposit') },
    { label: t('deduct'), onSelect: () => onAct('deduct'), danger: true },
    { label: t('rate.action'), onSelect: () => onAct('rate') },
  ];
  return (
    <ActionsMenu
      label={t('actions_of', { email: user.email })}
      actions={[{ label: t('history'), to: `?user=${user.id}` }, ...(canWrite ? changes : [])]}
    />
  );
}
