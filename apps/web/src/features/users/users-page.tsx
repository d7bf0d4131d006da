import { type ListedUser, USER_SORTS } from '@poklik/contract/users';
import { UsersRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { hasPermission, useCurrentUser } from '../../api/current-user.ts';
import { Button } from '../../ui/button.tsx';
import { useListFilters } from '../../ui/data-table/use-list-filters.ts';
import { useListState } from '../../ui/data-table/use-list-state.ts';
import { useDialog } from '../../ui/dialog/use-dialog.ts';
import { ListPage } from '../../ui/list-page/list-page.tsx';
import { AccessDenied } from '../../ui/state/access-denied.tsx';
import { EmptyState } from '../../ui/state/empty-state.tsx';
import { nameOf, useColumns } from './use-columns.tsx';
import { UserActivity } from './user-activity.tsx';
import { type UserAction, UserDialog } from './user-dialogs.tsx';
import { FILTERS, queryOf, UserFilters } from './user-filters.tsx';
import { useUsersPage } from './users.queries.ts';

/** The operator's list of all users. */
export function UsersPage() {
  const { search } = useLocation();
  const asked = Number(new URLSearchParams(search).get('user'));
  if (!hasPermission(useCurrentUser(), 'users:read')) return <AccessDenied />;
  return Number.isSafeInteger(asked) && asked > 0 ? <UserActivity userId={asked} /> : <Users />;
}

function Users() {
  const { t } = useTranslation('users_list');
  const list = useListState(USER_SORTS);
  const filters = useListFilters(FILTERS);
  const query = useUsersPage({ ...list.query, ...queryOf(filters) });
  const { about: chosen, ...dialog } = useDialog<{ act: UserAction; user: ListedUser }>();
  const navigate = useNavigate();
  const columns = useColumns((act, user) => {
    if (act === 'activity') return void navigate({ search: `?user=${user.id}` });
    dialog.open({ act, user });
  });

  return (
    <ListPage
      title={t('title')}
      subtitle={query.data && t('total', { count: query.data.meta.total })}
      toolbar={<UserFilters filters={filters} />}
      columns={columns}
      list={list}
      query={query}
      rowId={({ id }) => id}
      rowLabel={nameOf}
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
