import {
  PAYOUT_METHODS,
  WITHDRAWAL_STATUSES,
  type Withdrawal,
  type WithdrawalStatus,
} from '@poklik/contract/withdrawals';
import { Download, HandCoins, SearchX } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { hasPermission, useCurrentUser } from '../../api/current-user.ts';
import { AccessDenied } from '../../ui/access-denied.tsx';
import { Button } from '../../ui/button.tsx';
import { ChoiceLinks } from '../../ui/choice-links.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { ListToolbar } from '../../ui/data-table/list-toolbar.tsx';
import { type ListFilters, useListFilters } from '../../ui/data-table/use-list-filters.ts';
import { useListState } from '../../ui/data-table/use-list-state.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Select } from '../../ui/select.tsx';
import { toast } from '../../ui/toast.ts';
import { useWithdrawals } from '../../widgets/withdrawals.queries.ts';
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
  const isOnHold = isStaff && new URLSearchParams(search).get('view') === 'held';
  return (
    <>
      <PageHeader title={t('title')} actions={isStaff && !isOnHold && <BankFileButton />} />
      {isStaff && (
        <div className={css.views}>
          <ChoiceLinks
            label={t('views')}
            choices={[
              { label: t('view.requests'), to: { search: '' }, chosen: !isOnHold },
              { label: t('view.held'), to: { search: '?view=held' }, chosen: isOnHold },
            ]}
          />
        </div>
      )}
      {isOnHold ? <CommissionsOnHold /> : <Requests isStaff={isStaff} />}
    </>
  );
}

type Filter = 'search' | 'status' | 'method';
const ANY = 'any';

function Requests({ isStaff }: { isStaff: boolean }) {
  const { t } = useTranslation('withdrawal');
  const { t: control } = useTranslation('select');
  const list = useListState(['created_at', 'amount']);
  const filters = useListFilters<Filter>(['search', 'status', 'method']);
  const query = useWithdrawals({ ...list.query, ...queryOf(filters) });
  const [change, setChange] = useState<{ request: Withdrawal; status: WithdrawalStatus }>();
  const [opened, setOpened] = useState(false);
  const columns = useColumns(isStaff, (request, status) => {
    setChange({ request, status });
    setOpened(true);
  });
  return (
    <>
      {isStaff && <Filters filters={filters} />}
      <DataTable
        label={t('title')}
        columns={columns}
        list={list}
        query={query}
        rowId={({ id }) => id}
        rowLabel={({ id }) => control('number', { id })}
        empty={
          filters.isFiltered ? (
            <EmptyState
              icon={SearchX}
              title={t('not_found.title')}
              text={t('not_found.text')}
              action={<Button onClick={filters.clear}>{t('clear_filters')}</Button>}
            />
          ) : (
            <EmptyState icon={HandCoins} title={t('empty.title')} text={t('empty.text')} />
          )
        }
      />
      {change && (
        <ChangeDialog
          key={`${change.request.id} ${change.status}`}
          {...change}
          opened={opened}
          onClose={() => setOpened(false)}
        />
      )}
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
  const { search = '', status = ANY, method = ANY } = filters.values;
  return (
    <ListToolbar>
      <SearchField
        value={search}
        onSearch={(text) => filters.set('search', text, { replace: true })}
        placeholder={t('search')}
        maxLength={100}
      />
      <div className={css.filter}>
        <Select
          aria-label={t('column.status')}
          value={status}
          onChange={(value) => filters.set('status', value === ANY ? null : value)}
          options={[
            { value: ANY, label: t('any_status') },
            ...WITHDRAWAL_STATUSES.map((each) => ({ value: each, label: t(`status.${each}`) })),
          ]}
        />
      </div>
      <div className={css.filter}>
        <Select
          aria-label={t('column.method')}
          value={method}
          onChange={(value) => filters.set('method', value === ANY ? null : value)}
          options={[
            { value: ANY, label: t('any_method') },
            ...PAYOUT_METHODS.map((each) => ({ value: each, label: t(`method.${each}`) })),
          ]}
        />
      </div>
    </ListToolbar>
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
