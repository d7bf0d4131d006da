import { lazy, type ReactNode, Suspense, useState } from 'react';
import { ListSearch } from '../../../ui/list-page/list-search.tsx';
import { FilterBar } from '../../../widgets/filters/filter-bar.tsx';
import type { PeriodControl } from '../../../widgets/periods/period.ts';
import { PeriodPicker } from '../../../widgets/periods/period-picker.tsx';
import { FilterChips } from './filter-chips.tsx';
import type { ConversionFilters, FilterField } from './filter-fields.ts';

const loadDialog = () => import('./filter-dialog.tsx');
const FilterDialog = lazy(async () => ({ default: (await loadDialog()).FilterDialog }));

interface ListToolsProps {
  filters: ConversionFilters;
  fields: readonly FilterField[];
  period: PeriodControl;
  /** What the search finds. */
  placeholder: string;
  /** Below the periods. */
  timeSettings?: ReactNode;
}

/** Period, search and filters of a list, as in statistics. */
export function ListTools({ filters, fields, period, placeholder, timeSettings }: ListToolsProps) {
  const [isAdding, setIsAdding] = useState(false);
  return (
    <>
      <PeriodPicker control={period}>{timeSettings}</PeriodPicker>
      <ListSearch filters={filters} placeholder={placeholder} maxLength={128} />
      <FilterBar onAdd={() => setIsAdding(true)} onNear={() => void loadDialog()}>
        <FilterChips filters={filters} fields={fields} />
      </FilterBar>
      <Suspense>
        {isAdding && <FilterDialog filters={filters} fields={fields} onClose={() => setIsAdding(false)} />}
      </Suspense>
    </>
  );
}
