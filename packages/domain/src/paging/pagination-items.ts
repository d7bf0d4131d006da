/** Up to this many pages every page is listed. */
const ALL_PAGES_MAX = 5;
/** Beyond that, this many pages are listed from the start. */
const FIRST_PAGES = 3;

export const ELLIPSIS = '…';
export type PaginationItem = number | typeof ELLIPSIS;

/**
 * What stands between "previous" and "next": every page of a short list; of a long one the first pages, an ellipsis and
 * the last page, with the current page between two ellipses when it is further on. An ellipsis stands only where pages are left out.
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
