/** Up to this many pages, all are listed. */
const ALL_PAGES_MAX = 5;
/** Beyond that, this many pages are listed at the start. */
const FIRST_PAGES = 3;

export const ELLIPSIS = '…';
export type PaginationItem = number | typeof ELLIPSIS;

/**
 * Items between "previous" and "next". A short list shows every page. A long one shows the first pages, the current
 * page and the last page, with an ellipsis wherever pages are skipped.
 */
export function paginationItems(list: {
  currentPage: number;
  lastPage: number;
  total: number;
  perPage: number;
}): PaginationItem[] {
  const { currentPage, lastPage, total, perPage } = list;
  if (lastPage <= 1) return [];
  if (total / perPage <= ALL_PAGES_MAX) return range(lastPage);
  const current = currentPage > FIRST_PAGES && currentPage < lastPage ? [currentPage] : [];
  const pages = [...range(Math.min(FIRST_PAGES, lastPage - 1)), ...current, lastPage];
  return pages.flatMap((page, index) => {
    const before = pages[index - 1] ?? 0;
    return page - before > 1 ? [ELLIPSIS, page] : [page];
  });
}

const range = (last: number): number[] => Array.from({ length: last }, (_, index) => index + 1);
