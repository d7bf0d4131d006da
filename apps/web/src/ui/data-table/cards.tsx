import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import css from './cards.module.css';
import type { Column } from './column.ts';
import tableCss from './data-table.module.css';
import { RowCheckbox } from './row-checkbox.tsx';
import type { RowsShape } from './table.tsx';

const SKELETON_CARDS = ['1', '2', '3', '4'];

/** Card layout of the same rows for narrow screens. */
export function Cards<Row>({
  label,
  columns,
  rows,
  rowId,
  rowLabel,
  rowHref,
  selection,
}: RowsShape<Row> & { rows: Row[] }) {
  const part = (card: Column<Row>['card']) => columns.filter((column) => column.card === card);
  return (
    <ul className={css.cards} aria-label={label}>
      {rows.map((row) => {
        const id = rowId(row);
        return (
          <li key={id} className={css.card} data-row={id} data-marked={selection?.has(id) || undefined}>
            <div className={css.head}>
              {selection && <RowCheckbox id={id} label={rowLabel(row)} selection={selection} />}
              <div className={css.title}>
                {part('title').map((column) => (
                  <Fragment key={column.id}>
                    {rowHref ? (
                      <Link className={tableCss.rowLink} to={rowHref(row)}>
                        {column.cell(row)}
                      </Link>
                    ) : (
                      <span>{column.cell(row)}</span>
                    )}
                    {column.below?.(row)}
                  </Fragment>
                ))}
              </div>
              {part('badge').map((column) => (
                <div key={column.id} className={css.badge}>
                  {column.cell(row)}
                </div>
              ))}
              {part('actions').map((column) => (
                <div key={column.id} className={css.actions}>
                  {column.cell(row)}
                </div>
              ))}
            </div>
            <dl className={css.values}>
              {part('value').map((column) => (
                <div key={column.id}>
                  <dt>{column.header}</dt>
                  <dd>{column.cell(row)}</dd>
                </div>
              ))}
            </dl>
          </li>
        );
      })}
    </ul>
  );
}

export function CardsLoading<Row>({ shown }: RowsShape<Row> & { shown: boolean }) {
  const { t } = useTranslation('select');
  return (
    <div data-skeleton data-shown={shown || undefined} className={`${css.cards} ${tableCss.skeleton}`}>
      {shown && (
        <span role="status" className={tableCss.unseen}>
          {t('loading')}
        </span>
      )}
      {SKELETON_CARDS.map((card) => (
        <div key={card} className={css.card}>
          <span className={tableCss.bone} />
          <span className={tableCss.bone} />
        </div>
      ))}
    </div>
  );
}
