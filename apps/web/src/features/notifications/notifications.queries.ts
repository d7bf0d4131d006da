import { type NewNotification, notificationsApi } from '@poklik/contract/notifications';
import { segmentsApi } from '@poklik/contract/segments';
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

/** Fixed text for a list that failed to load. */
const LIST_FAILURE = 'Error';

type ListRequest = NonNullable<Parameters<typeof call<typeof notificationsApi.list>>[1]>['query'];

/** Every response includes the unread count, which has one cache entry. */
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

/** The user's notifications, newest first, with load more. */
export function useMessages(enabled: boolean) {
  return useInfiniteQuery({ ...messagesQuery(useQueryClient()), enabled });
}

interface Unread {
  count: number;
  /** ID of the newest unread notification. */
  newest: number | null;
}

/** Unread count and newest ID, updated by server-sent events. */
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

/** Waits for refetched lists, so dialogs close over fresh data. */
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

/** Segments of customers, which an announcement can be for. */
export const useAnnouncementSegments = (enabled: boolean) =>
  useQuery({
    queryKey: ['users', 'segments'],
    queryFn: ({ signal }) => call(segmentsApi.list, {}, { signal }),
    select: ({ data }) => data,
    enabled,
  });
