import { type NewNotification, notificationsApi } from '@poklik/contract/notifications';
import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { listen } from '../../api/events.ts';

const LISTS = ['notifications', 'list'] as const;
const COUNT = ['notifications', 'count'] as const;
const NEWEST = ['notifications', 'newest-unread'] as const;

/** The fixed text of a list that could not be loaded. */
const LIST_FAILURE = 'Error';

type ListRequest = NonNullable<Parameters<typeof call<typeof notificationsApi.list>>[1]>['query'];

/** Every answer also tells how many messages are unread; the count has one home in the cache. */
async function readList(client: QueryClient, query: ListRequest, signal: AbortSignal) {
  try {
    const answer = await call(notificationsApi.list, { query }, { signal });
    client.setQueryData(COUNT, answer.notification_count);
    return answer;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new ApiError(LIST_FAILURE, { status: error.status, code: error.code, cause: error });
  }
}

/** One page of the operator's list. */
export function useNotificationsPage(query: ListRequest) {
  const client = useQueryClient();
  return useQuery({
    queryKey: [...LISTS, query],
    queryFn: ({ signal }) => readList(client, query, signal),
    placeholderData: keepPreviousData,
    select: ({ notifications, notification_count, links, meta }) => ({
      rows: notifications,
      unread: notification_count,
      links,
      meta,
    }),
  });
}

const messagesQuery = (client: QueryClient) =>
  infiniteQueryOptions({
    queryKey: [...LISTS, 'newest'],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) => readList(client, { page: String(pageParam) }, signal),
    getNextPageParam: ({ links, meta }) => (links.next === null ? null : meta.current_page + 1),
  });

/** The reader's own messages, newest first, as far back as they have asked for. */
export function useMessages(enabled: boolean) {
  return useInfiniteQuery({ ...messagesQuery(useQueryClient()), enabled });
}

interface Unread {
  count: number;
  /** Of the newest unread message. */
  newest: number | null;
}

/** How many messages are unread, and the newest of them. Kept fresh by the server as it happens. */
export function useUnread(): Unread {
  const client = useQueryClient();

  useEffect(
    () =>
      listen(notificationsApi.stream, {}, ({ notification_count, newest_unread_id }) => {
        client.setQueryData(COUNT, notification_count);
        client.setQueryData(NEWEST, newest_unread_id);
        void client.invalidateQueries({ queryKey: LISTS, predicate: ({ state }) => state.data !== undefined });
      }),
    [client],
  );

  const count = useQuery({ queryKey: COUNT, queryFn: () => 0, enabled: false }).data ?? 0;
  const newest = useQuery<number | null>({ queryKey: NEWEST, queryFn: () => null, enabled: false }).data ?? null;
  return { count, newest };
}

/** Lists are read again before the write counts as done, so that what closes after it closes over the new list. */
function useNotificationWrite<Input>(write: (input: Input) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: write,
    onSuccess: () => client.invalidateQueries({ queryKey: LISTS }),
  });
}

export const useMarkAllAsRead = () => useNotificationWrite(() => call(notificationsApi.markAllAsRead));

export const useCreateNotification = () =>
  useNotificationWrite((body: NewNotification) => call(notificationsApi.create, { body }));

export const useRemoveNotification = () =>
  useNotificationWrite((id: number) => call(notificationsApi.remove, { params: { id: String(id) } }));
