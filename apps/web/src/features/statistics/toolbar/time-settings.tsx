import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../../api/current-user.ts';
import { useTimeZones } from '../../../format/use-time-zones.ts';
import { NativeSelect } from '../../../ui/choice/native-select.tsx';
import { RevenueBasisControl } from '../metrics/revenue-basis.tsx';
import type { StatisticsScreen } from '../use-statistics-state.ts';
import { Segments } from './segments.tsx';
import css from './time-settings.module.css';

/** How days and conversions are counted: rarely changed, so below the periods. */
export function TimeSettings({ screen }: { screen: StatisticsScreen }) {
  const { t } = useTranslation('statistics');
  const user = useCurrentUser();
  const { state, timezone, seesMoney, change } = screen;
  const zones = useTimeZones(timezone);
  return (
    <dl className={css.settings}>
      <dt>{t('timezone')}</dt>
      <dd>
        <NativeSelect
          label={t('timezone')}
          value={timezone}
          options={zones}
          onChange={(value) => change({ timezone: value === user.timezone ? null : value })}
        />
      </dd>
      <dt>{t('basis.label')}</dt>
      <dd>
        <Segments
          label={t('basis.label')}
          value={state.basis}
          options={[
            { value: 'click', label: t('basis.click') },
            { value: 'conversion', label: t('basis.conversion') },
          ]}
          onChange={(value) => change({ basis: value === 'click' ? 'click' : 'conversion' })}
        />
      </dd>
      {seesMoney && (
        <>
          <dt>{t('revenue_basis.label')}</dt>
          <dd>
            <RevenueBasisControl screen={screen} />
          </dd>
        </>
      )}
    </dl>
  );
}

/** Says in the closed picker what isn't as usual. */
export function useTimeNote({ state }: StatisticsScreen): string | undefined {
  const { t } = useTranslation('statistics');
  const notes = [
    state.timezone,
    state.revenue !== 'approved' && `${t('revenue_basis.label')}: ${t(`revenue_basis.${state.revenue}`)}`,
    state.basis === 'conversion' && `${t('basis.label')}: ${t('basis.conversion')}`,
  ].filter(Boolean);
  return notes.length > 0 ? notes.join(' · ') : undefined;
}
