import type { TeamMember } from '@poklik/contract/team-users';
import { canManage } from '@poklik/domain/team-users/member-access';
import { KeyRound, Send, SlidersHorizontal, UserMinus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { hasPermission, useCurrentUser } from '../../api/current-user.ts';
import { formatExactTime, formatRelative } from '../../format/dates.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { Badge } from '../../ui/badge.tsx';
import type { Column } from '../../ui/data-table/column.ts';
import { ActionsMenu } from '../../ui/menu/actions-menu.tsx';
import text from '../../ui/text.module.css';

export type MemberAction = 'edit' | 'resend' | 'makeOwner' | 'remove';

export const nameOf = ({ name, email }: TeamMember): string => name || email;

export function useColumns(onAct: (act: MemberAction, member: TeamMember) => void): Column<TeamMember>[] {
  const { t } = useTranslation('team_users');
  const { t: control } = useTranslation('select');
  const reader = useCurrentUser();
  const language = useLanguage();
  return [
    {
      id: 'member',
      header: t('column.member'),
      card: 'title',
      cell: (member) => (
        <span className={text.stacked}>
          <span className={text.name}>
            {nameOf(member)} {member.is_you && <span className={text.aside}>({t('you')})</span>}
          </span>
          {member.name && <span className={text.aside}>{member.email}</span>}
        </span>
      ),
    },
    { id: 'role', header: t('column.role'), card: 'value', cell: ({ role }) => t(`role.${role}`) },
    { id: 'status', header: t('column.status'), card: 'badge', cell: (member) => <Status member={member} /> },
    {
      id: 'campaigns',
      header: t('column.campaigns'),
      card: 'value',
      cell: ({ campaign_ids: ids }) => (ids === null ? t('all_campaigns') : t('campaigns', { count: ids.length })),
    },
    {
      id: 'rights',
      header: t('column.rights'),
      card: 'value',
      cell: (member) => <MemberPermissions member={member} />,
    },
    {
      id: 'last_login',
      header: t('column.last_login'),
      priority: 3,
      cell: ({ last_login_at: at }) =>
        at === null ? (
          '—'
        ) : (
          <time dateTime={at} title={formatExactTime(language, at, reader.timezone)}>
            {formatRelative(language, at, reader.timezone, new Date())}
          </time>
        ),
    },
    {
      id: 'actions',
      header: control('actions'),
      align: 'end',
      card: 'actions',
      narrow: true,
      cell: (member) => <MemberActions member={member} onAct={(act) => onAct(act, member)} />,
    },
  ];
}

function MemberActions({ member, onAct }: { member: TeamMember; onAct: (act: MemberAction) => void }) {
  const { t } = useTranslation('team_users');
  const { t: control } = useTranslation('select');
  const reader = useCurrentUser();
  const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;
  if (!hasPermission(reader, 'team:write') || member.is_you || !canManage(reader.team.role, member.role)) return null;
  const isInvited = member.status === 'invited';
  const canOwn = member.status === 'active' && hasPermission(reader, 'account:transfer');
  return (
    <ActionsMenu
      label={control('actions_of', { name: nameOf(member) })}
      actions={[
        { label: t('act.edit'), icon: <SlidersHorizontal {...icon} />, onSelect: () => onAct('edit') },
        ...(isInvited ? [{ label: t('act.resend'), icon: <Send {...icon} />, onSelect: () => onAct('resend') }] : []),
        ...(canOwn
          ? [{ label: t('act.make_owner'), icon: <KeyRound {...icon} />, onSelect: () => onAct('makeOwner') }]
          : []),
        {
          label: t(isInvited ? 'act.revoke' : 'act.remove'),
          icon: <UserMinus {...icon} />,
          danger: true,
          onSelect: () => onAct('remove'),
        },
      ]}
    />
  );
}

function Status({ member }: { member: TeamMember }) {
  const { t } = useTranslation('team_users');
  if (member.status === 'active') {
    return (
      <Badge kind="success" shape="check">
        {t('status.active')}
      </Badge>
    );
  }
  const isExpired = member.expires_at !== null && Date.parse(member.expires_at) <= Date.now();
  return (
    <Badge kind={isExpired ? 'danger' : 'info'} shape={isExpired ? 'cross' : 'clock'}>
      {t(isExpired ? 'status.expired' : 'status.invited')}
    </Badge>
  );
}

function MemberPermissions({ member }: { member: TeamMember }) {
  const { t } = useTranslation('team_users');
  const without = [
    ...(member.can_see_money ? [] : [t('without.money')]),
    ...(member.can_export ? [] : [t('without.export')]),
    ...(member.can_edit_profile ? [] : [t('without.profile')]),
  ];
  return <span className={text.aside}>{without.length === 0 ? t('no_limits') : without.join(' · ')}</span>;
}
