import { UsersRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../../i18n/paths.ts';
import { useLocalizedPath } from '../../../i18n/use-localized-path.ts';
import type { Column } from '../../../ui/data-table/column.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { useListState } from '../../../ui/data-table/use-list-state.ts';
import { EmptyState } from '../../../ui/state/empty-state.tsx';
import { DateTime } from '../../../widgets/date-time.tsx';
import { onePage } from '../one-page.ts';
import css from './customer.module.css';
import type { CustomerUser, TabProps } from './tab-props.ts';

type Member = CustomerUser['account']['team'][number];

export function TeamTab({ user }: TabProps) {
  const { t } = useTranslation('customers');
  const list = useListState([]);
  return (
    <div className={css.tab}>
      <DataTable
        label={t('tab.team')}
        columns={useColumns()}
        list={list}
        query={{ data: onePage(user.account.team), error: null, isFetching: false, refetch: () => undefined }}
        rowId={({ email }) => email}
        rowLabel={({ email }) => email}
        empty={<EmptyState icon={UsersRound} title={t('team.empty')} />}
      />
    </div>
  );
}

function useColumns(): Column<Member>[] {
  const { t } = useTranslation('customers');
  const localizedPath = useLocalizedPath();
  return [
    {
      id: 'email',
      header: t('team.member'),
      card: 'title',
      wide: true,
      cell: ({ user_id: id, email }) =>
        id === null ? email : <Link to={localizedPath(paths.customer(id))}>{email}</Link>,
    },
    { id: 'role', header: t('team.role'), card: 'value', cell: ({ role }) => t(`team.roles.${role}`) },
    {
      id: 'two_factor',
      header: t('team.two_factor'),
      card: 'value',
      cell: ({ totp_enabled: isOn, user_id: id }) => (id === null ? '—' : t(isOn ? 'team.on' : 'team.off')),
    },
    {
      id: 'last_login_at',
      header: t('team.last_login'),
      card: 'value',
      cell: ({ user_id: id, last_login_at: at }) =>
        id === null ? t('team.invited') : at === null ? '—' : <DateTime iso={at} />,
    },
  ];
}
