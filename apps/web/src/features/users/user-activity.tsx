import { useTranslation } from 'react-i18next';
import { paths } from '../../i18n/paths.ts';
import { useLocalizedPath } from '../../i18n/use-localized-path.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { useListState } from '../../ui/data-table/use-list-state.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { ActivityTable } from '../../widgets/activity-table.tsx';
import { useUserActivity } from './users.queries.ts';

/** The activity log of a user's account, with the actor of each entry. */
export function UserActivity({ userId }: { userId: number }) {
  const { t } = useTranslation('users_list');
  const { t: control } = useTranslation('select');
  const localizedPath = useLocalizedPath();
  const list = useListState(['created_at']);
  const query = useUserActivity(userId, list.query);
  return (
    <>
      <PageHeader
        title={t('activity.title', { email: query.data?.user.email ?? control('number', { id: userId }) })}
        actions={<ButtonLink to={localizedPath(paths.usersList)}>{t('activity.back')}</ButtonLink>}
      />
      <ActivityTable list={list} query={query} />
    </>
  );
}
