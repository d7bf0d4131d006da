import type { GridLayout } from '@poklik/contract/grid-layouts';
import { Columns3 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Disclosure } from '../../ui/disclosure.tsx';
import type { GridColumn } from '../../ui/grid/grid-column.ts';
import css from './columns-menu.module.css';

// The content of the menu loads on demand to keep the screen light.
const DensityChoice = lazy(async () => ({ default: (await import('./density-choice.tsx')).DensityChoice }));
const LayoutPanel = lazy(async () => ({
  default: (await import('../../ui/grid/layout/layout-panel.tsx')).LayoutPanel,
}));

interface ColumnsMenuProps<Row> {
  /** The first one is always visible and stays in place. */
  columns: readonly GridColumn<Row>[];
  layout: GridLayout;
  onLayout: (layout: GridLayout) => void;
  onReset: (() => void) | undefined;
}

/** Row height, columns and color rules of a grid. Its texts are in `grid`. */
export function ColumnsMenu<Row>({ columns, ...layout }: ColumnsMenuProps<Row>) {
  const { t } = useTranslation('grid');
  const [isOpen, setIsOpen] = useState(false);
  const [, ...choosable] = columns;
  return (
    <Disclosure
      label={t('columns.label')}
      icon={<Columns3 size={16} strokeWidth={1.75} aria-hidden />}
      isOpen={isOpen}
      onToggle={setIsOpen}
    >
      <div className={css.panel}>
        <Suspense>
          <DensityChoice />
          <LayoutPanel
            {...layout}
            columns={choosable.map(({ id, header, value, group, isShare = false }) => ({
              ...{ id, header, isShare, group },
              canColor: value !== undefined,
            }))}
          />
        </Suspense>
      </div>
    </Disclosure>
  );
}
