import {
  PAYOUT_METHODS,
  WITHDRAWAL_STATUSES,
  type Withdrawal,
  type WithdrawalStatus,
} from '@poklik/contract/withdrawals';
import { Download, HandCoins } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { hasPermission, useCurrentUser } from '../../api/current-user.ts';
import { Button } from '../../ui/button.tsx';
import { ChoiceLinks } from '../../ui/choice/choice-links.tsx';
import { type ListFilters, useListFilters } from '../../ui/data-table/use-list-filters.ts';
import { useListState } from '../../ui/data-table/use-list-state.ts';
import { useDialog } from '../../ui/dialog/use-dialog.ts';
import { List } from '../../ui/list-page/list.tsx';
import { ListFilter } from '../../ui/list-page/list-filter.tsx';
import { ListSearch } from '../../ui/list-page/list-search.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { AccessDenied } from '../../ui/state/access-denied.tsx';
import { EmptyState } from '../../ui/state/empty-state.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { useWithdrawals } from '../../widgets/billing/withdrawals.queries.ts';
import { ChangeDialog } from './change-dialog.tsx';
import { CommissionsOnHold } from './commissions-on-hold.tsx';
import { useColumns } from './use-columns.tsx';
import { useBankFile } from './withdrawals.queries.ts';
import css from './withdrawals-page.module.css';

export function WithdrawalsPage() {
  return hasPermission(useCurrentUser(), 'billing:read') ? <Withdrawals /> : <AccessDenied />;
}

function Withdrawals() {
  const { t } = useTranslation('withdrawal');
  const isStaff = hasPermission(useCurrentUser(), 'withdrawals:review');
  const { search } = useLocation();
  const isOnHold = isStaff && new URLSearchParams(search).get('tab') === 'held';
  return (
    <>
      <PageHeader title={t('title')} actions={isStaff && !isOnHold && <BankFileButton />} />
      {isStaff && (
        <div className={css.views}>
          <ChoiceLinks
            label={t('views')}
            choices={[
              { label: t('view.requests'), to: { search: '' }, chosen: !isOnHold },
              { label: t('view.held'), to: { search: '?tab=held' }, chosen: isOnHold },
            ]}
          />
        </div>
      )}
      {isOnHold ? <CommissionsOnHold /> : <Requests isStaff={isStaff} />}
    </>
  );
}

type Filter = 'search' | 'status' | 'method';

function Requests({ isStaff }: { isStaff: boolean }) {
  const { t } = useTranslation('withdrawal');
  const { t: control } = useTranslation('select');
  const list = useListState(['created_at', 'amount']);
  const filters = useListFilters<Filter>(['search', 'status', 'method']);
  const query = useWithdrawals({ ...list.query, ...queryOf(filters) });
  const { about: change, ...dialog } = useDialog<{ request: Withdrawal; status: WithdrawalStatus }>();
  const columns = useColumns(isStaff, (request, status) => dialog.open({ request, status }));
  return (
    <>
      <List
        label={t('title')}
        toolbar={isStaff && <Filters filters={filters} />}
        columns={columns}
        list={list}
        query={query}
        rowId={({ id }) => id}
        rowLabel={({ id }) => control('number', { id })}
        empty={<EmptyState icon={HandCoins} title={t('empty.title')} text={t('empty.text')} />}
        noMatches={{ filters, title: t('not_found.title'), text: t('not_found.text'), clear: t('clear_filters') }}
      />
      {change && <ChangeDialog key={`${change.request.id} ${change.status}`} {...change} {...dialog.props} />}
    </>
  );
}

/** What the server knows of; a value that nobody could have chosen is no filter. */
function queryOf({ values: { search, status, method } }: ListFilters<Filter>) {
  const knownStatus = WITHDRAWAL_STATUSES.find((each) => each === status);
  const knownMethod = PAYOUT_METHODS.find((each) => each === method);
  return {
    ...(search && { search }),
    ...(knownStatus && { status: knownStatus }),
    ...(knownMethod && { method: knownMethod }),
  };
}

function Filters({ filters }: { filters: ListFilters<Filter> }) {
  const { t } = useTranslation('withdrawal');
  return (
    <>
      <ListSearch filters={filters} placeholder={t('search')} maxLength={100} />
      <ListFilter
        filters={filters}
        name="status"
        label={t('column.status')}
        anyLabel={t('any_status')}
        options={WITHDRAWAL_STATUSES.map((each) => ({ value: each, label: t(`status.${each}`) }))}
      />
      <ListFilter
        filters={filters}
        name="method"
        label={t('column.method')}
        anyLabel={t('any_method')}
        options={PAYOUT_METHODS.map((each) => ({ value: each, label: t(`method.${each}`) }))}
      />
    </>
  );
}

function BankFileButton() {
  const { t } = useTranslation('withdrawal');
  const file = useBankFile();
  const download = async () => {
    const { data } = await file.mutateAsync();
    if (data.count === 0) return toast(t('nothing_approved'));
    const url = URL.createObjectURL(new Blob([data.text], { type: 'text/csv;charset=utf-8' }));
    Object.assign(document.createElement('a'), { href: url, download: data.name }).click();
    // The browser has taken the file by then.
    setTimeout(() => URL.revokeObjectURL(url), 1_000);
  };
  return (
    <Button
      icon={<Download size={16} strokeWidth={1.75} aria-hidden />}
      loading={file.isPending}
      onClick={() => void download().catch((error: Error) => toast(error.message, { kind: 'problem' }))}
    >
      {t('bank_file')}
    </Button>
  );
}
