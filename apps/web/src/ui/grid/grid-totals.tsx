import { fixedStyle } from './fixed-style.ts';
import css from './grid.module.css';
import type { PlacedColumn } from './use-grid-table.ts';

interface GridTotalsProps<Row> {
  label: string;
  note: string | undefined;
  placed: readonly PlacedColumn<Row>[];
}

/** Stays at the bottom of the grid. */
export function GridTotals<Row>({ label, note, placed }: GridTotalsProps<Row>) {
  const name = placed.find(({ column }) => column)?.id;
  return (
    <tfoot>
      <tr>
        {placed.map((each) => {
          const look = {
            'data-align': each.column?.align,
            'data-fixed': each.start !== undefined || each.isEnd || undefined,
            'data-edge': each.isLastPinned || undefined,
            'data-end': each.isEnd || undefined,
            style: fixedStyle(each),
          };
          return each.id === name ? (
            <th key={each.id} scope="row" title={note} {...look}>
              {label} {note && <span className={css.totalsNote}>{note}</span>}
            </th>
          ) : (
            <td key={each.id} {...look}>
              {each.column?.total}
            </td>
          );
        })}
      </tr>
    </tfoot>
  );
}
