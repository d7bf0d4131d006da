import type { Segment } from '@poklik/contract/segments';
import { Bookmark } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hasPermission, useCurrentUser } from '../../../api/current-user.ts';
import { paths } from '../../../i18n/paths.ts';
import { useLocalizedPath } from '../../../i18n/use-localized-path.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import type { Column } from '../../../ui/data-table/column.ts';
import { useListState } from '../../../ui/data-table/use-list-state.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { ListPage } from '../../../ui/list-page/list-page.tsx';
import { ActionsMenu } from '../../../ui/menu/actions-menu.tsx';
import { EmptyState } from '../../../ui/state/empty-state.tsx';
import text from '../../../ui/text.module.css';
import { toast } from '../../../ui/toast/toast.ts';
import { DateTime } from '../../../widgets/date-time.tsx';
import { onePage } from '../one-page.ts';
import { ViewChoice } from '../view-choice.tsx';
import { FilterText } from './filter-text.tsx';
import { SegmentDialog } from './segment-dialog.tsx';
import { useRemoveSegment, useSegments } from './segments.queries.ts';

/** The list filtered by a segment. */
const searchOf = ({ id, filter }: Segment): string =>
  `?${new URLSearchParams({ ...(filter as Record<string, string>), segment: String(id) })}`;

/** Saved filters of the customers, with how many match now. */
export function SegmentsPage() {
  const { t } = useTranslation('customers');
  const { t: control } = useTranslation('select');
  const localizedPath = useLocalizedPath();
  const query = useSegments();
  const list = useListState([]);
  const remove = useRemoveSegment();
  const [chosen, setChosen] = useState<{ act: 'rename' | 'remove'; segment: Segment }>();
  const columns = useColumns((act, segment) => setChosen({ act, segment }));
  const close = () => setChosen(undefined);
  return (
    <ListPage
      title={t('segments.title')}
      subtitle={t('segments.text')}
      above={<ViewChoice chosen="segments" />}
      columns={columns}
      list={list}
      query={{ ...query, data: onePage(query.data) }}
      rowId={({ id }) => id}
      rowLabel={({ name }) => name}
      rowHref={(segment) => searchOf(segment)}
      empty={
        <EmptyState
          icon={Bookmark}
          title={t('segments.empty')}
          text={t('segments.empty_text')}
          action={<ButtonLink to={localizedPath(paths.usersList)}>{t('segments.to_list')}</ButtonLink>}
        />
      }
    >
      {chosen?.act === 'rename' && (
        <SegmentDialog
          key={chosen.segment.id}
          segment={chosen.segment}
          filter={chosen.segment.filter}
          opened
          onClose={close}
        />
      )}
      {chosen?.act === 'remove' && (
        <ConfirmDialog
          opened
          danger
          onClose={close}
          title={t('segments.remove_title', { name: chosen.segment.name })}
          confirmLabel={t('segments.remove')}
          cancelLabel={control('cancel')}
          onConfirm={async () => toast((await remove.mutateAsync(chosen.segment.id)).message)}
        >
          {t('segments.remove_text')}
        </ConfirmDialog>
      )}
    </ListPage>
  );
}

function useColumns(onAct: (act: 'rename' | 'remove', segment: Segment) => void): Column<Segment>[] {
  const { t } = useTranslation('customers');
  const { t: control } = useTranslation('select');
  const canWrite = hasPermission(useCurrentUser(), 'users:write');
  return [
    {
      id: 'name',
      header: t('segments.name'),
      card: 'title',
      cell: ({ name }) => <span className={text.name}>{name}</span>,
    },
    {
      id: 'filter',
      header: t('segments.filter'),
      card: 'value',
      wide: true,
      cell: ({ filter }) => <FilterText filter={filter} />,
    },
    {
      id: 'customers',
      header: t('segments.customers'),
      align: 'end',
      card: 'value',
      cell: ({ customers }) => customers,
    },
    {
      id: 'created_at',
      header: t('segments.created'),
      priority: 3,
      cell: ({ created_at: at }) => <DateTime iso={at} />,
    },
    {
      id: 'actions',
      header: control('actions'),
      align: 'end',
      card: 'actions',
      narrow: true,
      cell: (segment) =>
        canWrite && (
          <ActionsMenu
            label={control('actions_of', { name: segment.name })}
            actions={[
              { label: t('segments.rename'), onSelect: () => onAct('rename', segment) },
              { label: t('segments.remove'), danger: true, onSelect: () => onAct('remove', segment) },
            ]}
          />
        ),
    },
  ];
}
