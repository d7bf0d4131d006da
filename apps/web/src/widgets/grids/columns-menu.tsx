import type { GridLayout } from '@poklik/contract/grid-layouts';
import { DENSITIES, profileApi } from '@poklik/contract/profile';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Columns3 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { currentUserQuery, hasPermission, useCurrentUser } from '../../api/current-user.ts';
import { Segmented } from '../../ui/choice/segmented.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import type { GridColumn } from '../../ui/grid/grid-column.ts';
import { toast } from '../../ui/toast/toast.ts';
import css from './columns-menu.module.css';

// Dragging loads on demand to keep the screen light.
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
        <DensityChoice />
        <Suspense>
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

/** The same setting as in the profile; it applies to all tables. */
function DensityChoice() {
  const { t } = useTranslation('grid');
  const client = useQueryClient();
  const user = useCurrentUser();
  const save = useMutation({
    mutationFn: (density: typeof user.density) => call(profileApi.update, { body: { density } }),
    onMutate: (density) => client.setQueryData(currentUserQuery.queryKey, (known) => known && { ...known, density }),
    onError: (error) => {
      toast(error.message, { kind: 'problem' });
      void client.invalidateQueries({ queryKey: currentUserQuery.queryKey });
    },
  });
  if (!hasPermission(user, 'profile:write')) return null;
  return (
    <div className={css.density}>
      <Segmented
        label={t('density.label')}
        value={user.density}
        onChange={(density) => save.mutate(density)}
        options={DENSITIES.map((value) => ({ value, label: t(`density.${value}`) }))}
      />
    </div>
  );
}
