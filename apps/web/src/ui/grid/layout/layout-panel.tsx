import type { ColorRule, GridLayout } from '@poklik/contract/grid-layouts';
import { orderColumns, toggleColumn, togglePin } from '@poklik/domain/grids/layout';
import { GripVertical, Palette, Pin, PinOff } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../../button.tsx';
import { SortableList, useSortableItem } from '../../sortable.tsx';
import { ColorRules } from './color-rules-editor.tsx';
import type { LayoutColumn } from './layout-column.ts';
import css from './layout-panel.module.css';

interface LayoutPanelProps {
  /** All columns but the name. */
  columns: readonly LayoutColumn[];
  layout: GridLayout;
  onLayout: (layout: GridLayout) => void;
  /** Undefined while the layout is the usual one. */
  onReset: (() => void) | undefined;
}

const ICON = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** Visible columns in order, with pins and color rules, then hidden ones. Changes apply at once. */
export function LayoutPanel({ columns, layout, onLayout, onReset }: LayoutPanelProps) {
  const { t } = useTranslation('grid');
  const [coloring, setColoring] = useState<string | null>(null);
  const byId = new Map(columns.map((column) => [column.id, column]));
  const visible = layout.columns.flatMap(({ id }) => byId.get(id) ?? []);
  const ids = visible.map(({ id }) => id);
  const hidden = columns.filter(({ id }) => !ids.includes(id));
  const groups = [...new Set(hidden.flatMap(({ group }) => group ?? []))];
  const move = (from: number, to: number) => {
    const next = [...ids];
    next.splice(to, 0, ...next.splice(from, 1));
    onLayout(orderColumns(layout, next));
  };
  const setRules = (id: string, rules: readonly ColorRule[]) =>
    onLayout({ ...layout, rules: [...layout.rules.filter(({ column }) => column !== id), ...rules] });
  return (
    <>
      <h2 className={css.heading}>{t('columns.visible')}</h2>
      <SortableList ids={ids} nameOf={(place) => visible[place]?.header ?? ''} onMove={move} className={css.list}>
        {visible.map((column, place) => (
          <VisibleColumn
            key={column.id}
            column={column}
            place={place}
            isPinned={layout.columns.find(({ id }) => id === column.id)?.pinned ?? false}
            rules={layout.rules.filter((rule) => rule.column === column.id)}
            isColoring={coloring === column.id}
            onToggle={() => onLayout(toggleColumn(layout, column.id))}
            onPin={() => onLayout(togglePin(layout, column.id))}
            onColoring={() => setColoring(coloring === column.id ? null : column.id)}
            onRules={(rules) => setRules(column.id, rules)}
          />
        ))}
      </SortableList>
      {hidden.length > 0 && (
        <>
          <h2 className={css.hiddenHeading}>{t('columns.hidden')}</h2>
          <ul className={css.list}>
            {hidden
              .filter(({ group }) => group === undefined)
              .map((column) => (
                <HiddenColumn
                  key={column.id}
                  column={column}
                  onShow={() => onLayout(toggleColumn(layout, column.id))}
                />
              ))}
          </ul>
          {groups.map((group) => (
            <details key={group} className={css.group}>
              <summary>{group}</summary>
              <ul className={css.list}>
                {hidden
                  .filter((column) => column.group === group)
                  .map((column) => (
                    <HiddenColumn
                      key={column.id}
                      column={column}
                      onShow={() => onLayout(toggleColumn(layout, column.id))}
                    />
                  ))}
              </ul>
            </details>
          ))}
        </>
      )}
      {onReset && (
        <div className={css.end}>
          <Button size="sm" onClick={onReset}>
            {t('columns.reset')}
          </Button>
        </div>
      )}
    </>
  );
}

interface VisibleColumnProps {
  column: LayoutColumn;
  place: number;
  isPinned: boolean;
  rules: readonly ColorRule[];
  isColoring: boolean;
  onToggle: () => void;
  onPin: () => void;
  onColoring: () => void;
  onRules: (rules: readonly ColorRule[]) => void;
}

function VisibleColumn(props: VisibleColumnProps) {
  const { column, place, isPinned, rules, isColoring, onToggle, onPin, onColoring, onRules } = props;
  const { id, header: name, canColor } = column;
  const { t } = useTranslation('grid');
  const { itemProps, handleProps } = useSortableItem(id, place);
  return (
    <li {...itemProps} className={css.item}>
      <div className={css.line}>
        <button {...handleProps} type="button" className={css.handle} aria-label={t('columns.move', { name })}>
          <GripVertical {...ICON} />
        </button>
        <label className={css.label}>
          <input type="checkbox" checked onChange={onToggle} />
          {name}
        </label>
        {canColor && (
          <IconButton
            label={t('rules.of', { name })}
            className={css.tool ?? ''}
            aria-expanded={isColoring}
            data-on={rules.length > 0 || undefined}
            onClick={onColoring}
          >
            <Palette {...ICON} />
          </IconButton>
        )}
        <IconButton
          label={t(isPinned ? 'columns.unpin' : 'columns.pin', { name })}
          className={css.tool ?? ''}
          data-on={isPinned || undefined}
          onClick={onPin}
        >
          {isPinned ? <PinOff {...ICON} /> : <Pin {...ICON} />}
        </IconButton>
      </div>
      {isColoring && <ColorRules column={column} rules={rules} onRules={onRules} />}
    </li>
  );
}

function HiddenColumn({ column: { header }, onShow }: { column: LayoutColumn; onShow: () => void }) {
  return (
    <li className={css.hidden}>
      <label className={css.label}>
        <input type="checkbox" checked={false} onChange={onShow} />
        {header}
      </label>
    </li>
  );
}
