import { DIMENSIONS, type Dimension, GROUPINGS_MAX } from '@poklik/contract/statistics';
import { useTranslation } from 'react-i18next';
import { NativeSelect } from '../../../ui/choice/native-select.tsx';
import type { StatisticsScreen } from '../use-statistics-state.ts';
import css from './breakdown-table.module.css';

/** Up to three nested dimensions. */
export function Groupings({ screen }: { screen: StatisticsScreen }) {
  const { t } = useTranslation('statistics');
  const { groups } = screen.state;
  const places = Math.min(GROUPINGS_MAX, groups.length + 1);
  const set = (place: number, value: string) => {
    const chosen = groups.filter((_, other) => other !== place);
    if (value !== '') chosen.splice(place, 0, value as Dimension);
    void screen.change({ groups: chosen.length > 0 ? chosen : groups.slice(0, 1), sort: null, order: null });
  };
  return (
    <div className={css.groupings}>
      <span className={css.groupBy}>{t('table.group_by')}</span>
      {Array.from({ length: places }, (_, place) => place).map((place) => {
        const own = groups[place];
        const free = DIMENSIONS.filter((each) => each === own || !groups.includes(each));
        const none = place === 0 ? [] : [{ value: '', label: own ? t('table.no_group') : t('table.add_group') }];
        return (
          <NativeSelect
            key={place}
            label={t('table.level', { level: place + 1 })}
            value={own ?? ''}
            options={[
              ...none,
              ...free.map((each) => ({ value: each, label: t(`dimension.${each}`, { defaultValue: each }) })),
            ]}
            onChange={(value) => set(place, value)}
          />
        );
      })}
    </div>
  );
}
