import { type AccountDomain, DOMAIN_CHECKS } from '@poklik/contract/domains';
import { CirclePause, CirclePlay, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../ui/data-table/column.ts';
import { ActionsMenu } from '../../ui/menu/actions-menu.tsx';
import type { MenuAction } from '../../ui/menu/menu-action.ts';
import text from '../../ui/text.module.css';
import { DateTime } from '../../widgets/date-time.tsx';
import css from './domain-card.module.css';
import { DomainStatusBadge } from './domain-status.tsx';

export type OperatorAction = 'suspend' | 'lift' | 'remove';

const ICON = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

export function useOperatorColumns(
  onAct: (act: OperatorAction, domain: AccountDomain) => void,
): Column<AccountDomain>[] {
  const { t } = useTranslation('domains');
  const { t: control } = useTranslation('select');
  return [
    {
      id: 'host',
      header: t('operator.host'),
      sortable: true,
      card: 'title',
      cell: ({ name, host, account }) => (
        <span className={`${text.stacked} ${css.owner}`}>
          <span className={text.name}>{name}</span>
          {name !== host && <span className={text.aside}>{host}</span>}
          <span className={text.aside}>{account.owner ?? t('operator.no_owner', { id: account.id })}</span>
        </span>
      ),
    },
    {
      id: 'status',
      header: t('operator.status'),
      card: 'badge',
      cell: ({ status }) => <DomainStatusBadge status={status} />,
    },
    {
      id: 'findings',
      header: t('operator.findings'),
      card: 'value',
      wide: true,
      cell: (domain) => <span className={text.stacked}>{findingOf(domain)}</span>,
    },
    { id: 'campaigns', header: t('operator.campaigns'), card: 'value', align: 'end', cell: (row) => row.campaigns },
    {
      id: 'created_at',
      header: t('operator.added'),
      sortable: true,
      card: 'value',
      cell: ({ created_at: at }) => <DateTime iso={at} />,
    },
    {
      id: 'actions',
      header: control('actions'),
      align: 'end',
      card: 'actions',
      narrow: true,
      cell: (domain) => (
        <ActionsMenu
          label={control('actions_of', { name: domain.name })}
          actions={actionsOf(domain).map(
            (act): MenuAction => ({
              label: t(`operator.${act}.act`),
              icon:
                act === 'remove' ? (
                  <Trash2 {...ICON} />
                ) : act === 'lift' ? (
                  <CirclePlay {...ICON} />
                ) : (
                  <CirclePause {...ICON} />
                ),
              danger: act !== 'lift',
              onSelect: () => onAct(act, domain),
            }),
          )}
        />
      ),
    },
  ];
}

/** Why it's suspended, or the first check that failed. */
function findingOf({ suspended_reason: reason, checks }: AccountDomain): string {
  return reason ?? DOMAIN_CHECKS.map((name) => checks[name]).find(({ state }) => state === 'failed')?.message ?? '–';
}

function actionsOf({ kind, status }: AccountDomain): OperatorAction[] {
  const acts: OperatorAction[] = [];
  if (status === 'suspended') acts.push('lift');
  if (status === 'active' || status === 'failing') acts.push('suspend');
  if (kind === 'own') acts.push('remove');
  return acts;
}
