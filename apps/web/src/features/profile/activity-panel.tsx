import { auditApi } from '@poklik/contract/audit';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { useListState } from '../../ui/data-table/use-list-state.ts';
import { ActivityTable } from '../../widgets/activity-table.tsx';

/** The account's audit log. */
export function ActivityPanel() {
  const list = useListState(['created_at']);
  const query = useQuery({
    queryKey: ['profile', 'activity', list.query],
    queryFn: ({ signal }) => call(auditApi.list, { query: list.query }, { signal }),
    placeholderData: keepPreviousData,
    select: ({ data, links, meta }) => ({ rows: data, links, meta }),
  });
  return <ActivityTable list={list} query={query} />;
}
