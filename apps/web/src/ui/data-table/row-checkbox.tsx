import { useTranslation } from 'react-i18next';
import type { RowId } from './column.ts';
import css from './data-table.module.css';
import type { Selection } from './use-selection.ts';

interface RowCheckboxProps {
  id: RowId;
  label: string;
  selection: Selection;
}

export function RowCheckbox({ id, label, selection }: RowCheckboxProps) {
  const { t } = useTranslation('select');
  return (
    <label className={css.target}>
      <input
        type="checkbox"
        className={css.checkbox}
        aria-label={t('select_row', { name: label })}
        checked={selection.has(id)}
        // A change event has no `shiftKey`; the click that causes it does.
        onChange={(event) => selection.toggle(id, (event.nativeEvent as MouseEvent).shiftKey)}
      />
    </label>
  );
}

export function PageCheckbox({ selection, rowCount }: { selection: Selection; rowCount: number }) {
  const { t } = useTranslation('select');
  const count = selection.ids.length;
  return (
    <label className={css.target}>
      <input
        type="checkbox"
        className={css.checkbox}
        aria-label={t('select_page')}
        disabled={rowCount === 0}
        checked={count > 0 && count === rowCount}
        ref={(input) => {
          if (input) input.indeterminate = count > 0 && count < rowCount;
        }}
        onChange={selection.togglePage}
      />
    </label>
  );
}
