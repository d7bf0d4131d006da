import { COMPARISONS, type Comparison } from '@poklik/contract/statistics';
import { Download, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../api/current-user.ts';
import { useTimeZones } from '../../format/use-time-zones.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { useNarrow } from '../../ui/use-narrow.ts';
import { columnsOf } from './breakdown-table.tsx';
import { NativeSelect } from './native-select.tsx';
import { PeriodPicker } from './period-picker.tsx';
import { Segments } from './segments.tsx';
import { useExport, useRefreshMetrics } from './statistics.queries.ts';
import css from './toolbar.module.css';
import { useStatisticsKeys } from './use-statistics-keys.ts';
import type { StatisticsScreen } from './use-statistics-state.ts';
import { ViewsMenu } from './views-menu.tsx';

interface ToolbarProps {
  screen: StatisticsScreen;
  onFilter: () => void;
}

/** Period, comparison, time zone and attribution of the whole screen. */
export function Toolbar({ screen, onFilter }: ToolbarProps) {
  const { t } = useTranslation('statistics');
  const { t: control } = useTranslation('select');
  const user = useCurrentUser();
  const narrow = useNarrow();
  const { state, timezone, question, change } = screen;
  const zones = useTimeZones(timezone);
  const file = useExport();
  const refresh = useRefreshMetrics();
  const download = () =>
    file.mutate(
      {
        ...question,
        group_by: state.groups.join(','),
        columns: columnsOf(screen, narrow).join(','),
        ...(state.sort ? { sort: state.sort } : {}),
        ...(state.order ? { order: state.order } : {}),
      },
      { onError: (error) => toast(error.message || t('export_failed'), { kind: 'problem' }) },
    );
  return (
    <div className={css.toolbar}>
      <Days screen={screen} onFilter={onFilter} />
      <NativeSelect
        label={`${t('compare.label')} (V)`}
        value={state.compare}
        options={COMPARISONS.map((each) => ({ value: each, label: t(`compare.${each}`) }))}
        onChange={(value) => change({ compare: value as Comparison })}
      />
      <span className={css.zone}>
        <NativeSelect
          label={t('timezone')}
          value={timezone}
          options={zones}
          onChange={(value) => change({ timezone: value === user.timezone ? null : value })}
        />
      </span>
      <span className={css.basis}>
        <span aria-hidden>{t('basis.label')}</span>
        <Segments
          label={t('basis.label')}
          value={state.basis}
          options={[
            { value: 'click', label: t('basis.click') },
            { value: 'conversion', label: t('basis.conversion') },
          ]}
          onChange={(value) => change({ basis: value === 'click' ? 'click' : 'conversion' })}
        />
      </span>
      <span className={css.end}>
        <ViewsMenu screen={screen} />
        {user.team.can_export && (
          <Button
            size="sm"
            icon={<Download size={16} strokeWidth={1.75} aria-hidden />}
            loading={file.isPending}
            onClick={download}
          >
            {t('export')}
          </Button>
        )}
        <IconButton label={control('refresh')} onClick={refresh}>
          <RefreshCw size={16} strokeWidth={1.75} aria-hidden />
        </IconButton>
      </span>
    </div>
  );
}

/** Keeps its own open state, so opening doesn't re-render the toolbar. */
function Days({ screen, onFilter }: ToolbarProps) {
  const [isPicking, setIsPicking] = useState(false);
  useStatisticsKeys(screen, { onFilter, onCustomPeriod: () => setIsPicking(true) });
  return <PeriodPicker screen={screen} isOpen={isPicking} onToggle={setIsPicking} />;
}
