import type { NewSavedView, SavedView } from '@poklik/contract/saved-views';
import { statisticsApi } from '@poklik/contract/statistics';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';

/** Screens whose views can be saved. */
export type ViewScreen = 'campaigns' | 'statistics';

/** Views are opened and saved later than the list is shown. */
const loadListApi = async () => (await import('@poklik/contract/campaign-list')).campaignListApi;

const APIS = {
  campaigns: {
    list: async (signal: AbortSignal) => call((await loadListApi()).views, {}, { signal }),
    save: async (body: NewSavedView) => call((await loadListApi()).saveView, { body }),
    remove: async (id: number) => call((await loadListApi()).removeView, { params: { id: String(id) } }),
  },
  statistics: {
    list: (signal: AbortSignal) => call(statisticsApi.views, {}, { signal }),
    save: (body: NewSavedView) => call(statisticsApi.saveView, { body }),
    remove: (id: number) => call(statisticsApi.removeView, { params: { id: String(id) } }),
  },
};

const keyOf = (screen: ViewScreen) => ['saved views', screen];

export const useSavedViews = (screen: ViewScreen, enabled = true) =>
  useQuery({
    queryKey: keyOf(screen),
    queryFn: ({ signal }) => APIS[screen].list(signal),
    select: ({ data }) => data,
    enabled,
  });

export function useSaveView(screen: ViewScreen) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: APIS[screen].save,
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf(screen) }),
  });
}

export function useRemoveView(screen: ViewScreen) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: APIS[screen].remove,
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf(screen) }),
  });
}

/** The URL parameter with the ID of an opened view. */
export const VIEW_PARAMETER = 'view';

export function readViewId(params: URLSearchParams): number | null {
  const id = params.get(VIEW_PARAMETER) ?? '';
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : null;
}

/** Where a view leads: its filters, and its columns by ID. */
export function viewSearch({ id, search }: Pick<SavedView, 'id' | 'search'>): { search: string } {
  const params = new URLSearchParams(search);
  params.set(VIEW_PARAMETER, String(id));
  return { search: `?${params}` };
}

/** The view of the URL; a deleted or private one has no columns, only what the URL says. */
export function useOpenedView(screen: ViewScreen, id: number | null): { view: SavedView | null; isLoading: boolean } {
  const { data, isLoading } = useSavedViews(screen, id !== null);
  return { view: data?.find((each) => each.id === id) ?? null, isLoading: id !== null && isLoading };
}
