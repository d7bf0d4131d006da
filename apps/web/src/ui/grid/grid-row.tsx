import type { ColorRule } from '@poklik/contract/grid-layouts';
import { type MouseEvent, memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { RowId } from '../data-table/column.ts';
import checkboxCss from '../data-table/data-table.module.css';
import { MARKS, toneOf } from './color-rules.ts';
import { fixedStyle } from './fixed-style.ts';
import css from './grid.module.css';
import { ACTIONS_ID, type PlacedColumn, SELECT_ID } from './use-grid-table.ts';

interface GridRowProps<Row> {
  index: number;
  /** Room above a row that is kept only for its focus. */
  gap: number;
  row: Row;
  id: RowId;
  label: string;
  level: number;
  placed: readonly PlacedColumn<Row>[];
  rules: readonly ColorRule[];
  isSelected: boolean;
  onToggle: (index: number, range: boolean) => void;
  onMenu: (event: MouseEvent, row: Row) => void;
  actions: ((row: Row) => ReactNode) | undefined;
}

function Row<Data>(props: GridRowProps<Data>) {
  const { index, gap, row, id, label, level, placed, rules, isSelected, onToggle, onMenu, actions } = props;
  const { t } = useTranslation('select');
  return (
    <>
      {gap > 0 && (
        <tr aria-hidden className={css.room}>
          <td style={{ height: gap }} />
        </tr>
      )}
      <tr
        className={css.row}
        data-row={id}
        data-index={index}
        data-level={level || undefined}
        data-marked={isSelected || undefined}
        aria-rowindex={index + 2}
        aria-selected={isSelected || undefined}
        onContextMenu={(event) => onMenu(event, row)}
      >
        {placed.map((each) => {
          const tone = each.column && toneOf(each.column, row, rules);
          return (
            <td
              key={each.id}
              tabIndex={-1}
              data-col={each.id}
              data-align={each.column?.align}
              data-fixed={each.start !== undefined || each.isEnd || undefined}
              data-edge={each.isLastPinned || undefined}
              data-end={each.isEnd || undefined}
              data-tone={tone?.tone}
              data-marked-cell={tone?.isMarked || undefined}
              style={fixedStyle(each)}
            >
              {each.id === SELECT_ID && (
                <input
                  type="checkbox"
                  className={checkboxCss.checkbox}
                  aria-label={t('select_row', { name: label })}
                  checked={isSelected}
                  onChange={(event) => onToggle(index, (event.nativeEvent as globalThis.MouseEvent).shiftKey)}
                />
              )}
              {each.id === ACTIONS_ID && actions?.(row)}
              {tone?.isMarked && (
                <span className={css.mark} aria-hidden>
                  {MARKS[tone.tone]}
                </span>
              )}
              {each.column?.cell(row)}
            </td>
          );
        })}
      </tr>
    </>
  );
}

/** Renders again only when its own data, columns or selection change. */
export const GridRow = memo(Row) as typeof Row;
