import type { Withdrawal, WithdrawalStatus } from '@poklik/contract/withdrawals';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../ui/data-table/column.ts';
import { ActionsMenu } from '../../ui/menu/actions-menu.tsx';
import text from '../../ui/text.module.css';
import { useWithdrawalColumns } from '../../widgets/billing/use-withdrawal-columns.tsx';

const BAD: ReadonlySet<WithdrawalStatus> = new Set(['rejected', 'failed', 'cancelled']);

export function useColumns(
  isStaff: boolean,
  onChange: (request: Withdrawal, status: WithdrawalStatus) => void,
): Column<Withdrawal>[] {
  const { t } = useTranslation('withdrawal');
  const { t: control } = useTranslation('select');
  const columns = useWithdrawalColumns();
  return [
    {
      id: 'id',
      header: isStaff ? t('column.user') : t('column.id'),
      card: 'title',
      cell: ({ id, user, is_own: isOwn }) => (
        <span className={text.stacked}>
          <span className={text.name}>
            {isStaff ? user.name || user.email : control('number', { id })} {isStaff && isOwn && `(${t('yours')})`}
          </span>
          {isStaff && <span className={text.aside}>{`${control('number', { id })} · ${user.email}`}</span>}
        </span>
      ),
    },
    ...columns,
    {
      id: 'actions',
      header: control('actions'),
      align: 'end',
      card: 'actions',
      narrow: true,
      cell: (request) =>
        request.next.length > 0 && (
          <ActionsMenu
            label={t('actions_of', { id: request.id })}
            actions={request.next.map((status) => ({
              label: t(`do.${status}`),
              onSelect: () => onChange(request, status),
              danger: BAD.has(status),
            }))}
          />
        ),
    },
  ];
}
