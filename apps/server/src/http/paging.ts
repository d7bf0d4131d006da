import { API_PREFIX } from '@poklik/contract/api';
import { PAGE_SIZE, type PageMeta } from '@poklik/contract/paging';
import { ELLIPSIS, paginationItems } from '@poklik/domain/paging/pagination-items';

interface PageQuery {
  page?: number | undefined;
  per_page?: number | undefined;
  [filter: string]: string | number | readonly string[] | undefined;
}

export const pageWindow = (query: PageQuery): { limit: number; offset: number } => {
  const limit = query.per_page ?? PAGE_SIZE;
  return { limit, offset: ((query.page ?? 1) - 1) * limit };
};

/** Position of this page. The links keep all other query parameters. */
export function buildPage(
  path: string,
  query: PageQuery,
  total: number,
): { links: { prev: string | null; next: string | null }; meta: PageMeta } {
  const perPage = query.per_page ?? PAGE_SIZE;
  const current = query.page ?? 1;
  const last = Math.max(1, Math.ceil(total / perPage));
  const { page: _current, ...rest } = query;
  const link = (page: number): string => {
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries({ page, ...rest }))
      if (value !== undefined) search.set(name, String(value));
    return `${API_PREFIX}${path}?${search}`;
  };
  return {
    links: {
      prev: current > 1 ? link(Math.min(current - 1, last)) : null,
      next: current < last ? link(current + 1) : null,
    },
    meta: {
      current_page: current,
      last_page: last,
      per_page: perPage,
      total,
      links: paginationItems({ currentPage: current, lastPage: last, total, perPage }).map((item) => ({
        label: item === ELLIPSIS ? '…' : String(item),
        active: item === current,
      })),
    },
  };
}
