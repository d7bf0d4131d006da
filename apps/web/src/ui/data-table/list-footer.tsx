import { PAGE_SIZE, PAGE_SIZES } from '@poklik/contract/paging';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Pagination } from '../choice/pagination.tsx';
import type { RowPage } from './column.ts';
import css from './data-table.module.css';
import type { ListState } from './use-list-state.ts';

interface ListFooterProps {
  page: RowPage<unknown>;
  list: ListState;
}

/** Row range, pagination and page size. */
export function ListFooter({ page: { rows, meta, links }, list }: ListFooterProps) {
  const { t } = useTranslation('select');
  const id = useId();
  const from = (meta.current_page - 1) * meta.per_page + 1;
  return (
    <footer className={css.footer}>
      <span className={css.range}>{t('rows_range', { from, to: from + rows.length - 1, total: meta.total })}</span>
      <Pagination meta={meta} links={links} toPage={list.toPage} />
      {meta.total > PAGE_SIZE && (
        <span className={css.perPage}>
          <label htmlFor={id}>{t('per_page')}</label>
          <select id={id} value={list.perPage} onChange={(event) => list.setPerPage(Number(event.target.value))}>
            {PAGE_SIZES.map((size) => (
              <option key={size} value={size}>
                {size}
              </option>
            ))}
          </select>
        </span>
      )}
    </footer>
  );
}
