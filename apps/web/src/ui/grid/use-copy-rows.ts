import { useTranslation } from 'react-i18next';
import { toast } from '../toast/toast.ts';
import { rowsAsText } from './copy-rows.ts';
import type { GridProps } from './grid-column.ts';
import type { PlacedColumn } from './use-grid-table.ts';

/** Copies the selected rows, or all loaded ones. */
export function useCopyRows<Row>(placed: readonly PlacedColumn<Row>[], { rows, selection }: GridProps<Row>) {
  const { t } = useTranslation('grid');
  return () => {
    const chosen = selection?.rows.size
      ? [...selection.rows.values()]
      : Array.from({ length: rows.count }, (_, index) => rows.at(index)).filter((row) => row !== undefined);
    void navigator.clipboard.writeText(rowsAsText(placed, chosen)).then(
      () => toast(t('copied', { count: chosen.length })),
      () => toast(t('copy_blocked'), { kind: 'problem' }),
    );
  };
}
