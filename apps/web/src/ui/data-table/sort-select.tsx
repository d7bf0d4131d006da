import { ArrowDown, ArrowUp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../button.tsx';
import { NativeSelect } from '../choice/native-select.tsx';
import type { Column } from './column.ts';
import css from './sort-select.module.css';
import type { ListState } from './use-list-state.ts';

/** Cards have no header to sort by. */
export function SortSelect<Row>({ columns, list }: { columns: Column<Row>[]; list: ListState }) {
  const { t } = useTranslation('select');
  const sortable = columns.filter((column) => column.sortable);
  if (sortable.length === 0) return null;
  const { sort = '', order = 'asc' } = list;
  const choose = (id: string) => {
    const column = sortable.find((each) => each.id === id);
    // The largest numbers first, names from A to Z.
    if (column) list.setSort(id, column.align === 'end' ? 'desc' : 'asc');
  };
  const Icon = order === 'asc' ? ArrowUp : ArrowDown;
  return (
    <div className={css.sort}>
      <span className={css.label} aria-hidden>
        {t('sort')}
      </span>
      <NativeSelect
        label={t('sort')}
        value={sort}
        options={[
          ...(sort === '' ? [{ value: '', label: t('sort_default') }] : []),
          ...sortable.map(({ id, header }) => ({ value: id, label: header })),
        ]}
        onChange={choose}
      />
      {sort !== '' && (
        <IconButton label={t(`sort_${order}`)} onClick={() => list.setSort(sort, order === 'asc' ? 'desc' : 'asc')}>
          <Icon size={16} strokeWidth={1.75} aria-hidden />
        </IconButton>
      )}
    </div>
  );
}
