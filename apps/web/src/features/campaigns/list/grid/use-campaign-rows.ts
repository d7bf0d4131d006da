import type { Campaign } from '@poklik/contract/campaigns';
import { useQueries } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { GridRows } from '../../../../ui/grid/grid-column.ts';
import { campaignPageQuery, type ListRequest, type useCampaignList } from '../campaign-list.queries.ts';

/** The largest page of the API. */
const PAGE_ROWS = 100;

/** The request of every page. */
export const gridRequest = (query: ListRequest): ListRequest => ({ ...query, per_page: String(PAGE_ROWS) });

/**
 * All matching campaigns; a page is loaded when it is scrolled into view, and stays. Used below the page, so that
 * scrolling doesn't render it again.
 */
export function useCampaignRows(request: ListRequest, first: ReturnType<typeof useCampaignList>) {
  const scope = JSON.stringify(request);
  const [viewed, setViewed] = useState({ scope, pages: [] as number[], inView: [1] });
  if (viewed.scope !== scope) setViewed({ scope, pages: [], inView: [1] });
  const further = useQueries({
    queries: viewed.pages.map((page) =>
      campaignPageQuery({ ...request, page: String(page) }, viewed.inView.includes(page)),
    ),
  });
  const total = first.data?.meta.total ?? 0;
  const loaded = new Map<number, readonly Campaign[]>([[1, first.data?.rows ?? []]]);
  for (const [place, { data }] of further.entries()) {
    const page = viewed.pages[place];
    if (page !== undefined && data) loaded.set(page, data.data);
  }

  const onView = useCallback((from: number, to: number) => {
    const [start, end] = [pageOf(from), pageOf(to)];
    const inView = Array.from({ length: end - start + 1 }, (_, place) => start + place);
    setViewed((before) => {
      const pages = [...new Set([...before.pages, ...inView.filter((page) => page > 1)])];
      const isSame = pages.length === before.pages.length && inView.join() === before.inView.join();
      return isSame ? before : { ...before, pages, inView };
    });
  }, []);

  const rows: GridRows<Campaign> = {
    count: total,
    at: (index) => loaded.get(pageOf(index))?.[index % PAGE_ROWS],
    onView,
  };
  return { rows, loaded: [...loaded.values()].flat() };
}

const pageOf = (index: number): number => Math.floor(index / PAGE_ROWS) + 1;
