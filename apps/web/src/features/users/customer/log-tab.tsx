import { useListState } from '../../../ui/data-table/use-list-state.ts';
import { ActivityTable } from '../../../widgets/activity-table.tsx';
import { useUserActivity } from '../users.queries.ts';
import css from './customer.module.css';
import type { TabProps } from './tab-props.ts';

/** The activity log of the account, with the actor of each entry. */
export function LogTab({ user }: TabProps) {
  const list = useListState(['created_at']);
  const query = useUserActivity(user.id, list.query);
  return (
    <div className={css.tab}>
      <ActivityTable list={list} query={query} />
    </div>
  );
}
