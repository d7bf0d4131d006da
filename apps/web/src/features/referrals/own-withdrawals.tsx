import type { Withdrawal } from '@poklik/contract/withdrawals';
import { HandCoins } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { hasPermission, useCurrentUser } from '../../api/current-user.ts';
import { newIdempotencyKey } from '../../api/idempotency-key.ts';
import { formatMoney } from '../../format/numbers.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table/column.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { useListState } from '../../ui/data-table/use-list-state.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { useDialog } from '../../ui/dialog/use-dialog.ts';
import { EmptyState } from '../../ui/state/empty-state.tsx';
import { useWithdrawalColumns } from '../../widgets/billing/use-withdrawal-columns.tsx';
import { useChangeWithdrawal, useWithdrawals } from '../../widgets/billing/withdrawals.queries.ts';

export function OwnWithdrawals() {
  const { t } = useTranslation('withdrawal');
  const { t: control } = useTranslation('select');
  const language = useLanguage();
  const canCancel = hasPermission(useCurrentUser(), 'billing:write');
  const list = useListState(['created_at', 'amount']);
  const query = useWithdrawals({ ...list.query, scope: 'own' });
  const change = useChangeWithdrawal();
  const { about: request, ...dialog } = useDialog<Withdrawal>();
  const columns: Column<Withdrawal>[] = [
    { id: 'id', header: t('column.id'), card: 'title', cell: ({ id }) => control('number', { id }) },
    ...useWithdrawalColumns(),
    {
      id: 'actions',
      header: control('actions'),
      align: 'end',
      card: 'actions',
      narrow: true,
      cell: (row) =>
        canCancel &&
        row.next.includes('cancelled') && (
          <Button size="sm" onClick={() => dialog.open(row)}>
            {control('cancel')}
          </Button>
        ),
    },
  ];
  return (
    <>
      <DataTable
        label={t('own')}
        columns={columns}
        list={list}
        query={query}
        rowId={({ id }) => id}
        rowLabel={({ id }) => control('number', { id })}
        empty={<EmptyState icon={HandCoins} title={t('empty.title')} text={t('empty.text')} />}
      />
      {request && (
        <ConfirmDialog
          {...dialog.props}
          title={t('cancel.title', { id: request.id })}
          confirmLabel={t('cancel.confirm')}
          cancelLabel={t('cancel.keep')}
          danger
          onConfirm={() =>
            change.mutateAsync({ id: request.id, change: { status: 'cancelled' }, name: newIdempotencyKey() })
          }
        >
          {t('cancel.text', { amount: formatMoney(language, request.amount, request.currency) })}
        </ConfirmDialog>
      )}
    </>
  );
}
