import { COMPARISONS, type Comparison } from '@poklik/contract/statistics';
import { RefreshCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/button.tsx';
import { NativeSelect } from '../../../ui/choice/native-select.tsx';
import { PeriodPicker } from '../../../widgets/periods/period-picker.tsx';
import { useRefreshMetrics } from '../statistics.queries.ts';
import type { StatisticsScreen } from '../use-statistics-state.ts';
import { FilterChips } from './filter-chips.tsx';
import { MoreMenu } from './more-menu.tsx';
import { TimeSettings, useTimeNote } from './time-settings.tsx';
import css from './toolbar.module.css';
import { useStatisticsKeys } from './use-statistics-keys.ts';

interface ToolbarProps {
  screen: StatisticsScreen;
  onFilter: () => void;
  /** Preloads the filter dialog. */
  onFilterNear: () => void;
}

/** Period, comparison and filters of the whole screen. */
export function Toolbar({ screen, onFilter, onFilterNear }: ToolbarProps) {
  const { t } = useTranslation('select');
  const refresh = useRefreshMetrics();
  useStatisticsKeys(screen, onFilter);
  return (
    <div className={css.toolbar}>
      <PeriodPicker control={screen.periods} note={useTimeNote(screen)}>
        <TimeSettings screen={screen} />
      </PeriodPicker>
      <ComparisonSelect screen={screen} />
      <div className={css.filters}>
        <FilterChips screen={screen} onAdd={onFilter} onNear={onFilterNear} />
      </div>
      <span className={css.end}>
        <IconButton label={t('refresh')} onClick={refresh}>
          <RefreshCw size={16} strokeWidth={1.75} aria-hidden />
        </IconButton>
        <MoreMenu screen={screen} />
      </span>
    </div>
  );
}

export function ComparisonSelect({ screen: { state, change } }: { screen: StatisticsScreen }) {
  const { t } = useTranslation('statistics');
  return (
    <span className={css.compare}>
      <NativeSelect
        label={`${t('compare.label')} (V)`}
        value={state.compare}
        options={COMPARISONS.map((each) => ({ value: each, label: t(`compare.${each}`) }))}
        onChange={(value) => change({ compare: value as Comparison })}
      />
    </span>
  );
}
