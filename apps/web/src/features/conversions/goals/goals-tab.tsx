import { GOALS_MAX, type Goal, type NewGoal } from '@poklik/contract/goals';
import { useQuery } from '@tanstack/react-query';
import { Flag, Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hasPermission, useCurrentUser } from '../../../api/current-user.ts';
import { CreateButton } from '../../../ui/create-button.tsx';
import type { Column } from '../../../ui/data-table/column.ts';
import { useListState } from '../../../ui/data-table/use-list-state.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { useCreateKey } from '../../../ui/keyboard/use-create-key.ts';
import { ListPage } from '../../../ui/list-page/list-page.tsx';
import { ActionsMenu } from '../../../ui/menu/actions-menu.tsx';
import type { MenuAction } from '../../../ui/menu/menu-action.ts';
import { EmptyState } from '../../../ui/state/empty-state.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { goalsQuery, useTypeName } from '../../../widgets/conversion-types/conversion-types.queries.ts';
import { GoalDialog, type GoalRequest } from './goal-dialog.tsx';
import { useReplaceGoals } from './goals.queries.ts';

const ICON = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** What the account wants clicks to reach. */
export function GoalsTab({ views }: { views: ReactNode }) {
  const { t } = useTranslation('conversions');
  const user = useCurrentUser();
  // The list applies to all campaigns.
  const canWrite = hasPermission(user, 'conversions:write') && user.team.campaign_ids === null;
  const query = useQuery({ ...goalsQuery, select: ({ data }) => toPage(data) });
  const goals = query.data?.rows ?? [];
  const [editing, setEditing] = useState<GoalRequest | null>(null);
  const [removing, setRemoving] = useState<Goal | null>(null);
  const replace = useReplaceGoals();
  const isFull = goals.length >= GOALS_MAX;
  const add = () => setEditing({ goals, place: null });
  useCreateKey(canWrite && !isFull ? add : undefined);
  const save = async (next: readonly NewGoal[]) => {
    await replace.mutateAsync(next);
    toast(t('goal_list.saved'));
  };
  const actionsOf = (goal: Goal): MenuAction[] => [
    {
      label: t('goal_list.edit'),
      icon: <Pencil {...ICON} />,
      onSelect: () => setEditing({ goals, place: goals.indexOf(goal) }),
    },
    { label: t('goal_list.remove'), icon: <Trash2 {...ICON} />, danger: true, onSelect: () => setRemoving(goal) },
  ];
  const columns = useColumns(canWrite ? actionsOf : undefined);
  const addButton = canWrite && !isFull && <CreateButton onClick={add}>{t('goal_list.add')}</CreateButton>;
  return (
    <ListPage
      title={t('title')}
      label={t('goal_list.title')}
      subtitle={isFull ? t('goal_list.full', { max: GOALS_MAX }) : t('goal_list.hint')}
      above={views}
      actions={addButton}
      columns={columns}
      list={useListState([])}
      query={query}
      rowId={(row) => String(row.number)}
      rowLabel={(row) => row.name}
      empty={<EmptyState icon={Flag} title={t('goal_list.empty')} text={t('goal_list.hint')} />}
    >
      <GoalDialog request={editing} onSave={save} onClose={() => setEditing(null)} />
      <ConfirmDialog
        opened={removing !== null}
        onClose={() => setRemoving(null)}
        title={t('goal_list.remove_title', { goal: removing?.name })}
        confirmLabel={t('goal_list.remove')}
        onConfirm={() => save(goals.filter((goal) => goal !== removing))}
        danger
      >
        <p>{t('goal_list.remove_text')}</p>
      </ConfirmDialog>
    </ListPage>
  );
}

const toPage = (rows: Goal[]) => ({
  rows,
  links: { prev: null, next: null },
  meta: { current_page: 1, last_page: 1, per_page: GOALS_MAX, total: rows.length, links: [] },
});

function useColumns(actionsOf: ((goal: Goal) => MenuAction[]) | undefined): Column<Goal>[] {
  const { t } = useTranslation('conversions');
  const typeName = useTypeName();
  return [
    { id: 'name', header: t('goal_list.name'), card: 'title', cell: (row) => row.name },
    { id: 'kind', header: t('goal_list.kind'), card: 'value', cell: (row) => t(`goal_list.kinds.${row.kind}`) },
    {
      id: 'match',
      header: t('goal_list.match'),
      card: 'value',
      cell: (row) => (row.kind === 'conversion_type' ? typeName(row.match) : <code>{row.match}</code>),
    },
    {
      id: 'column',
      header: t('goal_list.column'),
      card: 'value',
      cell: (row) => <code>{`goal_${row.number}`}</code>,
    },
    ...(actionsOf
      ? [
          {
            id: 'actions',
            header: t('goal_list.actions'),
            narrow: true,
            card: 'actions' as const,
            cell: (row: Goal) => <ActionsMenu label={row.name} actions={actionsOf(row)} />,
          },
        ]
      : []),
  ];
}
