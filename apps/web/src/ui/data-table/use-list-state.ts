import { PAGE_SIZE, PAGE_SIZES, type SortOrder } from '@poklik/contract/paging';
import { useLocation, useNavigate } from 'react-router';
import { searchWith } from './search-with.ts';

/** Page and sorting of a list. The URL is the only source, so a copied link shows the same rows. */
export interface ListState<Column extends string = string> {
  page: number;
  perPage: number;
  sort: Column | undefined;
  order: SortOrder | undefined;
  /** Query parameters for the server. */
  query: { page?: string; per_page?: string; sort?: Column; order?: SortOrder };
  toPage: (page: number) => { search: string };
  goToPage: (page: number) => void;
  setPerPage: (perPage: number) => void;
  toggleSort: (column: string) => void;
  setSort: (sort: string, order: SortOrder) => void;
}

/** `sortable` lists the columns that the server can sort by. */
export function useListState<const Column extends string>(sortable: readonly Column[]): ListState<Column> {
  const { search } = useLocation();
  const navigate = useNavigate();
  const params = new URLSearchParams(search);

  const page = readPage(params.get('page'));
  const perPage = PAGE_SIZES.find((size) => String(size) === params.get('per_page')) ?? PAGE_SIZE;
  const sort = sortable.find((column) => column === params.get('sort'));
  const order: SortOrder | undefined = sort && (params.get('order') === 'desc' ? 'desc' : 'asc');

  const toPage = (target: number) => searchWith(search, { page: target === 1 ? null : String(target) });

  return {
    page,
    perPage,
    sort,
    order,
    query: {
      ...(page === 1 ? {} : { page: String(page) }),
      ...(perPage === PAGE_SIZE ? {} : { per_page: String(perPage) }),
      ...(sort && order ? { sort, order } : {}),
    },
    toPage,
    goToPage: (target) => void navigate(toPage(target)),
    setPerPage: (size) =>
      void navigate(searchWith(search, { per_page: size === PAGE_SIZE ? null : String(size), page: null })),
    setSort: (by, direction) => void navigate(searchWith(search, { sort: by, order: direction, page: null })),
    toggleSort: (column) =>
      void navigate(
        searchWith(search, { sort: column, order: sort === column && order === 'asc' ? 'desc' : 'asc', page: null }),
      ),
  };
}

function readPage(text: string | null): number {
  const page = /^\d{1,7}$/.test(text ?? '') ? Number(text) : 1;
  return Math.min(Math.max(page, 1), 1_000_000);
}
