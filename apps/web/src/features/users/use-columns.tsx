import { ROLES } from '@poklik/contract/roles';
import type { ListedUser } from '@poklik/contract/users';
import { BadgeCheck, Ban, CreditCard, History, LogIn, ShieldCheck, ShieldOff, UserCog } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { hasPermission, useCurrentUser } from '../../api/current-user.ts';
import { formatDay, formatExactTime } from '../../format/dates.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { Badge } from '../../ui/badge.tsx';
import type { Column } from '../../ui/data-table/column.ts';
import { ActionsMenu } from '../../ui/menu/actions-menu.tsx';
import text from '../../ui/text.module.css';
import { ROLE_NAMES } from './role-names.ts';
import { Tags } from './tags.tsx';
import { useFigureColumns } from './use-figure-columns.tsx';
import type { UserAction } from './user-dialogs.tsx';

export const nameOf = ({ name, email }: ListedUser): string => name || email;

/** The activity log opens without a dialog, unlike the other actions. */
export type RowAction = UserAction | 'activity';

export function useColumns(onAct: (act: RowAction, user: ListedUser) => void): Column<ListedUser>[] {
  const { t } = useTranslation('users_list');
  const { t: control } = useTranslation('select');
  const reader = useCurrentUser();
  const language = useLanguage();
  const figures = useFigureColumns();
  return [
    {
      id: 'email',
      header: t('column.user'),
      sortable: true,
      card: 'title',
      wide: true,
      cell: (user) => (
        <span className={text.stacked}>
          <span className={text.name}>
            {nameOf(user)} {user.id === reader.id && <span className={text.aside}>({t('you')})</span>}
          </span>
          {user.name && <span className={text.aside}>{user.email}</span>}
          {user.owner.id !== user.id && (
            <span className={text.aside}>{t('works_for', { email: user.owner.email })}</span>
          )}
        </span>
      ),
      below: ({ customer }) => customer && customer.tags.length > 0 && <Tags tags={customer.tags} />,
    },
    { id: 'status', header: t('column.status'), sortable: true, card: 'badge', cell: (user) => <Status user={user} /> },
    {
      id: 'tariff',
      header: t('column.tariff'),
      sortable: true,
      card: 'value',
      cell: ({ tariff }) => tariff?.name ?? '—',
    },
    ...figures,
    {
      id: 'role',
      header: t('column.role'),
      sortable: true,
      priority: 3,
      card: 'value',
      cell: ({ role }) => <span className={text.nowrap}>{t(ROLE_NAMES[role])}</span>,
    },
    {
      id: 'created_at',
      header: t('column.created'),
      sortable: true,
      priority: 3,
      cell: ({ created_at: at }) => (
        <time dateTime={at} title={formatExactTime(language, at, reader.timezone)}>
          {formatDay(language, at, reader.timezone)}
        </time>
      ),
    },
    {
      id: 'actions',
      header: control('actions'),
      align: 'end',
      card: 'actions',
      narrow: true,
      cell: (user) => <UserActions user={user} onAct={(act) => onAct(act, user)} />,
    },
  ];
}

function UserActions({ user, onAct }: { user: ListedUser; onAct: (act: RowAction) => void }) {
  const { t: control } = useTranslation('select');
  const canWrite = hasPermission(useCurrentUser(), 'users:write');
  const actions = useActionsOf(user);
  if (!canWrite || actions.length === 0) return null;
  return (
    <ActionsMenu
      label={control('actions_of', { name: nameOf(user) })}
      actions={actions.map(({ act, ...action }) => ({ ...action, onSelect: () => onAct(act) }))}
    />
  );
}

/** Operators can't act on themselves, and nobody can log in as an operator. */
export function useActionsOf(user: ListedUser): { act: RowAction; label: string; icon: ReactNode; danger?: boolean }[] {
  const { t } = useTranslation('users_list');
  const isOwn = user.id === useCurrentUser().id;
  const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;
  return [
    ...(!isOwn && user.role !== ROLES.SUPER_ADMIN && user.status === 'active'
      ? [{ act: 'logIn' as const, label: t('act.log_in'), icon: <LogIn {...icon} /> }]
      : []),
    ...(user.email_verified_at === null
      ? [{ act: 'verify' as const, label: t('act.verify'), icon: <BadgeCheck {...icon} /> }]
      : []),
    ...(!isOwn && user.team_role === 'OWNER'
      ? [{ act: 'role' as const, label: t('act.role'), icon: <UserCog {...icon} /> }]
      : []),
    ...(user.role === ROLES.SUPER_ADMIN
      ? []
      : [{ act: 'tariff' as const, label: t('act.tariff'), icon: <CreditCard {...icon} /> }]),
    { act: 'activity' as const, label: t('act.activity'), icon: <History {...icon} /> },
    ...(!isOwn && user.totp_enabled
      ? [{ act: 'resetTwoFactor' as const, label: t('act.reset_two_factor'), icon: <ShieldOff {...icon} /> }]
      : []),
    ...(isOwn
      ? []
      : user.status === 'active'
        ? [{ act: 'block' as const, label: t('act.block'), icon: <Ban {...icon} />, danger: true }]
        : [{ act: 'unblock' as const, label: t('act.unblock'), icon: <ShieldCheck {...icon} /> }]),
  ];
}

export function Status({ user }: { user: ListedUser }) {
  const { t } = useTranslation('users_list');
  if (user.status === 'blocked') {
    return (
      <Badge kind="danger" shape="cross">
        {t('status.blocked')}
      </Badge>
    );
  }
  if (user.customer?.past_due) {
    return (
      <Badge kind="danger" shape="alert">
        {t('status.past_due')}
      </Badge>
    );
  }
  return user.email_verified_at === null ? (
    <Badge kind="warning" shape="clock">
      {t('status.unverified')}
    </Badge>
  ) : (
    <Badge kind="success" shape="check">
      {t('status.active')}
    </Badge>
  );
}
