import { type ListedUser, USER_SORTS, usersApi } from '@poklik/contract/users';
import { Bookmark, Download, UsersRound } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { hasPermission, useCurrentUser } from '../../api/current-user.ts';
import { download } from '../../api/download.ts';
import { paths } from '../../i18n/paths.ts';
import { useLocalizedPath } from '../../i18n/use-localized-path.ts';
import { Button } from '../../ui/button.tsx';
import { useListFilters } from '../../ui/data-table/use-list-filters.ts';
import { useListState } from '../../ui/data-table/use-list-state.ts';
import { useDialog } from '../../ui/dialog/use-dialog.ts';
import { ListPage } from '../../ui/list-page/list-page.tsx';
import { AccessDenied } from '../../ui/state/access-denied.tsx';
import { EmptyState } from '../../ui/state/empty-state.tsx';
import { PageLoader } from '../../ui/state/page-loader.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { SegmentDialog } from './segments/segment-dialog.tsx';
import { useSegments } from './segments/segments.queries.ts';
import { nameOf, useColumns } from './use-columns.tsx';
import { type UserAction, UserDialog } from './user-dialogs.tsx';
import { FILTERS, queryOf, UserFilters } from './user-filters.tsx';
import { useUsersPage } from './users.queries.ts';
import { ViewChoice } from './view-choice.tsx';

const SegmentsPage = lazy(() =>
  import('./segments/segments-page.tsx').then((module) => ({ default: module.SegmentsPage })),
);

/** The operator's list of all users, and the saved filters of it. */
export function UsersPage() {
  const params = new URLSearchParams(useLocation().search);
  const localizedPath = useLocalizedPath();
  // Links of earlier versions.
  const asked = Number(params.get('user'));
  if (!hasPermission(useCurrentUser(), 'users:read')) return <AccessDenied />;
  if (Number.isSafeInteger(asked) && asked > 0)
    return <Navigate to={localizedPath(paths.customerTab(asked, 'log'))} replace />;
  if (params.get('tab') !== 'segments') return <Users />;
  return (
    <Suspense fallback={<PageLoader />}>
      <SegmentsPage />
    </Suspense>
  );
}

function Users() {
  const { t } = useTranslation('users_list');
  const list = useListState(USER_SORTS);
  const filters = useListFilters(FILTERS);
  const filter = queryOf(filters);
  const query = useUsersPage({ ...list.query, ...filter });
  const { about: chosen, ...dialog } = useDialog<{ act: UserAction; user: ListedUser }>();
  const localizedPath = useLocalizedPath();
  const navigate = useNavigate();
  const columns = useColumns((act, user) => {
    if (act === 'activity') return void navigate(localizedPath(paths.customerTab(user.id, 'log')));
    dialog.open({ act, user });
  });

  return (
    <ListPage
      title={t('title')}
      subtitle={query.data && t('total', { count: query.data.meta.total })}
      actions={<ListActions filter={filter} isFiltered={filters.isFiltered} />}
      above={<ViewChoice chosen="users" />}
      toolbar={<UserFilters filters={filters} />}
      columns={columns}
      list={list}
      query={query}
      rowId={({ id }) => id}
      rowLabel={nameOf}
      rowHref={({ id }) => localizedPath(paths.customer(id))}
      empty={
        <EmptyState
          icon={UsersRound}
          title={t('empty.title')}
          text={t('empty.text')}
          action={<Button onClick={filters.clear}>{t('empty.clear')}</Button>}
        />
      }
    >
      {chosen && <UserDialog key={`${chosen.act} ${chosen.user.id}`} {...chosen} {...dialog.props} />}
    </ListPage>
  );
}

interface ListActionsProps {
  filter: ReturnType<typeof queryOf>;
  isFiltered: boolean;
}

/** Keeps what the list shows: as a file, or as a segment. */
function ListActions({ filter, isFiltered }: ListActionsProps) {
  const { t } = useTranslation('users_list');
  const reader = useCurrentUser();
  const { search } = useLocation();
  const asked = new URLSearchParams(search).get('segment');
  const segment = useSegments(asked !== null).data?.find(({ id }) => String(id) === asked);
  const { about: saved, ...dialog } = useDialog<{ time: number }>();
  const { role: _role, ...saveable } = filter as typeof filter & { role?: string };
  const exportAll = () =>
    download(usersApi.export, { query: filter }, 'users.csv').catch((error: Error) =>
      toast(error.message, { kind: 'problem' }),
    );
  return (
    <>
      {isFiltered && hasPermission(reader, 'users:write') && Object.keys(saveable).length > 0 && (
        <Button
          icon={<Bookmark size={16} strokeWidth={1.75} aria-hidden />}
          onClick={() => dialog.open({ time: (saved?.time ?? 0) + 1 })}
        >
          {t('save_segment')}
        </Button>
      )}
      {reader.team.can_export && (
        <Button icon={<Download size={16} strokeWidth={1.75} aria-hidden />} onClick={() => void exportAll()}>
          {t('export')}
        </Button>
      )}
      {saved && <SegmentDialog key={saved.time} segment={segment} filter={saveable} {...dialog.props} />}
    </>
  );
}
