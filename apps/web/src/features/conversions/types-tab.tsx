import type { ListedConversionType } from '@poklik/contract/conversion-types';
import { CONVERSION_TYPES_MAX } from '@poklik/contract/conversion-values';
import { useQuery } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, Pencil, Shapes, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hasPermission, useCurrentUser } from '../../api/current-user.ts';
import { formatMoney } from '../../format/numbers.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { Badge } from '../../ui/badge.tsx';
import { CreateButton } from '../../ui/create-button.tsx';
import type { Column } from '../../ui/data-table/column.ts';
import { useListState } from '../../ui/data-table/use-list-state.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { useCreateKey } from '../../ui/keyboard/use-create-key.ts';
import { ListPage } from '../../ui/list-page/list-page.tsx';
import { ActionsMenu } from '../../ui/menu/actions-menu.tsx';
import type { MenuAction } from '../../ui/menu/menu-action.ts';
import { EmptyState } from '../../ui/state/empty-state.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { conversionTypesQuery, useTypeName } from '../../widgets/conversion-types/conversion-types.queries.ts';
import { useReplaceTypes } from './conversions.queries.ts';
import { TypeDialog, type TypeRequest } from './type-dialog.tsx';

const ICON = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** What counts as a conversion and as revenue in the account. */
export function TypesTab({ views }: { views: ReactNode }) {
  const { t } = useTranslation('conversions');
  const typeName = useTypeName();
  const user = useCurrentUser();
  // The list applies to all campaigns, and has payouts.
  const canWrite =
    hasPermission(user, 'conversions:write') && user.team.can_see_money && user.team.campaign_ids === null;
  const query = useQuery({ ...conversionTypesQuery, select: ({ data }) => toPage(data) });
  const types = query.data?.rows ?? [];
  const [editing, setEditing] = useState<TypeRequest | null>(null);
  const [removing, setRemoving] = useState<ListedConversionType | null>(null);
  const replace = useReplaceTypes();
  const isFull = types.length >= CONVERSION_TYPES_MAX;
  const add = () => setEditing({ types, place: null });
  useCreateKey(canWrite && !isFull ? add : undefined);
  const save = async (next: readonly ListedConversionType[]) => {
    await replace.mutateAsync(next);
    toast(t('type_list.saved'));
  };
  const move = (from: number, to: number) => {
    const next = [...types];
    next.splice(to, 0, ...next.splice(from, 1));
    save(next).catch((error: Error) => toast(error.message, { kind: 'problem' }));
  };
  const actionsOf = (type: ListedConversionType): MenuAction[] => {
    const place = types.indexOf(type);
    return [
      { label: t('type_list.edit'), icon: <Pencil {...ICON} />, onSelect: () => setEditing({ types, place }) },
      ...(place > 0
        ? [{ label: t('type_list.up'), icon: <ArrowUp {...ICON} />, onSelect: () => move(place, place - 1) }]
        : []),
      ...(place < types.length - 1
        ? [{ label: t('type_list.down'), icon: <ArrowDown {...ICON} />, onSelect: () => move(place, place + 1) }]
        : []),
      ...(types.length > 1
        ? [
            {
              label: t('type_list.remove'),
              icon: <Trash2 {...ICON} />,
              danger: true,
              onSelect: () => setRemoving(type),
            },
          ]
        : []),
    ];
  };
  const columns = useColumns(canWrite ? actionsOf : undefined);
  return (
    <ListPage
      title={t('title')}
      label={t('type_list.title')}
      subtitle={isFull ? t('type_list.full', { max: CONVERSION_TYPES_MAX }) : t('type_list.hint')}
      above={views}
      actions={canWrite && !isFull && <CreateButton onClick={add}>{t('type_list.add')}</CreateButton>}
      columns={columns}
      list={useListState([])}
      query={query}
      rowId={(row) => row.code}
      rowLabel={(row) => typeName(row.code)}
      empty={<EmptyState icon={Shapes} title={t('type_list.empty')} text={t('type_list.hint')} />}
    >
      <TypeDialog request={editing} onSave={save} onClose={() => setEditing(null)} />
      <ConfirmDialog
        opened={removing !== null}
        onClose={() => setRemoving(null)}
        title={t('type_list.remove_title', { type: typeName(removing?.code ?? '') })}
        confirmLabel={t('type_list.remove')}
        onConfirm={() => save(types.filter((type) => type !== removing))}
        danger
      >
        <p>{t('type_list.remove_text')}</p>
      </ConfirmDialog>
    </ListPage>
  );
}

const toPage = (rows: ListedConversionType[]) => ({
  rows,
  links: { prev: null, next: null },
  meta: { current_page: 1, last_page: 1, per_page: CONVERSION_TYPES_MAX, total: rows.length, links: [] },
});

function useColumns(
  actionsOf: ((type: ListedConversionType) => MenuAction[]) | undefined,
): Column<ListedConversionType>[] {
  const { t } = useTranslation('conversions');
  const language = useLanguage();
  const typeName = useTypeName();
  const { can_see_money: seesMoney } = useCurrentUser().team;
  const yesOrNo = (isYes: boolean) => (
    <Badge kind={isYes ? 'success' : 'neutral'} shape={isYes ? 'check' : 'cross'}>
      {t(isYes ? 'type_list.yes' : 'type_list.no')}
    </Badge>
  );
  return [
    { id: 'name', header: t('type_list.name'), card: 'title', cell: (row) => typeName(row.code) },
    { id: 'code', header: t('type_list.code'), card: 'value', cell: (row) => <code>{row.code}</code> },
    {
      id: 'conversion',
      header: t('type_list.conversion'),
      card: 'value',
      cell: (row) => yesOrNo(row.is_conversion),
    },
    { id: 'revenue', header: t('type_list.revenue'), card: 'value', cell: (row) => yesOrNo(row.is_revenue) },
    ...(seesMoney
      ? [
          {
            id: 'payout',
            header: t('type_list.payout'),
            align: 'end' as const,
            card: 'value' as const,
            cell: (row: ListedConversionType) => formatMoney(language, row.payout, row.currency),
          },
        ]
      : []),
    {
      id: 'dedupe_mode',
      header: t('type_list.dedupe_mode'),
      card: 'value',
      cell: (row) => t(row.dedupe_mode === null ? 'type_list.by_campaign' : `type_list.modes.${row.dedupe_mode}`),
    },
    ...(actionsOf
      ? [
          {
            id: 'actions',
            header: t('type_list.actions'),
            narrow: true,
            card: 'actions' as const,
            cell: (row: ListedConversionType) => <ActionsMenu label={typeName(row.code)} actions={actionsOf(row)} />,
          },
        ]
      : []),
  ];
}
