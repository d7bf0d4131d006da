import type { CampaignSettings } from '@poklik/contract/campaigns';
import {
  type GridHour,
  gridOf,
  type HourState,
  hoursBetween,
  weekdaysFrom,
  withHours,
} from '@poklik/domain/schedule/weekly-grid';
import { type Ref, useRef } from 'react';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../../../api/current-user.ts';
import { formatWeekday } from '../../../../format/dates.ts';
import { useLanguage } from '../../../../i18n/use-language.ts';
import { Button } from '../../../../ui/button.tsx';
import { FieldErrorText } from '../../../../ui/form/field.tsx';
import { recheck, useField } from '../../../../ui/form/use-field.ts';
import { useFormNavigationContext } from '../use-form-navigation.ts';
import css from './schedule-field.module.css';
import { useGridKeys } from './use-grid-keys.ts';

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const WORKING = hoursBetween({ weekday: 1, hour: 9 }, { weekday: 5, hour: 17 });
const WEEKEND = hoursBetween({ weekday: 6, hour: 0 }, { weekday: 7, hour: 23 });
const WHOLE_WEEK = hoursBetween({ weekday: 1, hour: 0 }, { weekday: 7, hour: 23 });

/** Weekly hours, painted with the pointer or edited with arrow keys and Space. */
export function ScheduleField({ name }: { name: `rules.${number}.conditions.${number}.values` }) {
  const { t } = useTranslation('campaigns');
  const language = useLanguage();
  const { goTo } = useFormNavigationContext();
  const weekdays = weekdaysFrom(useCurrentUser().week_start);
  const { id, form, errors, error } = useField(name);
  const { control } = useFormContext<CampaignSettings>();
  const { field } = useController({ name, control });
  const timezone = useWatch({ control, name: 'timezone' });
  const values: string[] = field.value ?? [];
  const grid = gridOf(values);
  const set = (next: string[]) => {
    field.onChange(next);
    void recheck(form, errors, name);
  };
  const stateOf = ({ weekday, hour }: GridHour) => grid[weekday - 1]?.[hour] ?? 'off';
  const isOn = (hour: GridHour) => stateOf(hour) === 'on';
  const toggle = (hours: readonly GridHour[]) => set(withHours(values, hours, !hours.every(isOn)));
  const { startStroke, continueStroke } = useStroke(values, weekdays, set);
  const keys = useGridKeys({ weekdays, onToggle: (hour) => toggle([hour]) });

  return (
    <fieldset className={css.field} aria-labelledby={`${id}-label`}>
      <div className={css.top}>
        <span id={`${id}-label`} className={css.label}>
          {t('rules.values.schedule')}
        </span>
        <span className={css.zone}>
          {timezone}{' '}
          <button type="button" className={css.link} onClick={() => goTo('timezone')}>
            {t('rules.change_zone')}
          </button>
        </span>
      </div>
      <div className={css.scroll}>
        <table className={css.grid} aria-labelledby={`${id}-label`} aria-describedby={`${id}-keys`}>
          <HourHeadings />
          <tbody>
            {weekdays.map((weekday) => (
              <tr key={weekday}>
                <th scope="row" className={css.day}>
                  <button
                    type="button"
                    className={css.dayButton}
                    aria-label={t('rules.whole_day', { day: formatWeekday(language, weekday, 'long') })}
                    onClick={() => toggle(hoursBetween({ weekday, hour: 0 }, { weekday, hour: 23 }))}
                  >
                    {formatWeekday(language, weekday)}
                  </button>
                </th>
                {HOURS.map((hour) => (
                  <HourCell
                    key={hour}
                    at={{ weekday, hour }}
                    state={stateOf({ weekday, hour })}
                    ref={keys.isCurrent({ weekday, hour }) ? field.ref : undefined}
                    cell={keys.cellProps({ weekday, hour })}
                    onStroke={startStroke}
                    onEnter={continueStroke}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p id={`${id}-keys`} className={css.keys}>
        {t('rules.schedule_keys')}
      </p>
      <Presets onSet={set} isOn={isOn} />
      {error && <FieldErrorText id={`${id}-error`}>{error}</FieldErrorText>}
    </fieldset>
  );
}

/** Paints hours: all between the first and the current one become what the first one becomes. */
function useStroke(values: string[], weekdays: readonly number[], onPaint: (values: string[]) => void) {
  const stroke = useRef<{ from: GridHour; on: boolean; before: string[] } | null>(null);
  const end = () => {
    stroke.current = null;
  };
  return {
    startStroke: (from: GridHour, on: boolean) => {
      stroke.current = { from, on, before: values };
      onPaint(withHours(values, [from], on));
      window.addEventListener('pointerup', end, { once: true });
    },
    continueStroke: (to: GridHour) => {
      const held = stroke.current;
      if (held) onPaint(withHours(held.before, hoursBetween(held.from, to, weekdays), held.on));
    },
  };
}

function HourHeadings() {
  return (
    <thead>
      <tr>
        <td />
        {HOURS.map((hour) => (
          <th key={hour} scope="col" className={css.hour}>
            {hour % 3 === 0 ? String(hour).padStart(2, '0') : <span className={css.unseen}>{hour}</span>}
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface HourCellProps {
  at: GridHour;
  state: HourState;
  ref: Ref<HTMLButtonElement> | undefined;
  /** Keyboard behavior. */
  cell: ReturnType<ReturnType<typeof useGridKeys>['cellProps']>;
  onStroke: (at: GridHour, on: boolean) => void;
  onEnter: (at: GridHour) => void;
}

function HourCell({ at, state, ref, cell, onStroke, onEnter }: HourCellProps) {
  const { t } = useTranslation('campaigns');
  const language = useLanguage();
  return (
    <td className={css.place}>
      <button
        type="button"
        ref={ref}
        className={css.cell}
        data-state={state}
        aria-pressed={state === 'part' ? 'mixed' : state === 'on'}
        aria-label={t('rules.hour', {
          day: formatWeekday(language, at.weekday, 'long'),
          from: String(at.hour).padStart(2, '0'),
          to: String(at.hour + 1).padStart(2, '0'),
          state: t(`rules.hour_state.${state}`),
        })}
        {...cell}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.releasePointerCapture?.(event.pointerId);
          onStroke(at, state !== 'on');
        }}
        onPointerEnter={() => onEnter(at)}
      />
    </td>
  );
}

interface PresetsProps {
  onSet: (values: string[]) => void;
  isOn: (hour: GridHour) => boolean;
}

function Presets({ onSet, isOn }: PresetsProps) {
  const { t } = useTranslation('campaigns');
  const setHours = (hours: readonly GridHour[]) => onSet(withHours([], hours, true));
  return (
    <div className={css.presets}>
      <Button size="sm" onClick={() => setHours(WORKING)}>
        {t('rules.working_hours')}
      </Button>
      <Button size="sm" onClick={() => setHours(WEEKEND)}>
        {t('rules.weekend')}
      </Button>
      <Button size="sm" onClick={() => setHours(WHOLE_WEEK.filter((hour) => !isOn(hour)))}>
        {t('rules.invert')}
      </Button>
      <Button size="sm" variant="ghost" onClick={() => onSet([])}>
        {t('rules.clear')}
      </Button>
    </div>
  );
}
