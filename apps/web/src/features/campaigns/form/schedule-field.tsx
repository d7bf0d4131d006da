import type { CampaignSettings } from '@poklik/contract/campaigns';
import { type GridHour, gridOf, hoursBetween, weekdaysFrom, withHours } from '@poklik/domain/campaigns/weekly-grid';
import { useRef } from 'react';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../../api/current-user.ts';
import { formatWeekday } from '../../../format/dates.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { Button } from '../../../ui/button.tsx';
import { FieldErrorText } from '../../../ui/form/field.tsx';
import { recheck, useField } from '../../../ui/form/use-field.ts';
import css from './schedule-field.module.css';
import { useFormNavigationContext } from './use-form-navigation.ts';
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
  /** The current stroke: start, on or off, and covered hours. */
  const stroke = useRef<{ from: GridHour; on: boolean; before: string[] } | null>(null);

  const set = (next: string[]) => {
    field.onChange(next);
    void recheck(form, errors, name);
  };
  const isOn = ({ weekday, hour }: GridHour) => grid[weekday - 1]?.[hour] === 'on';
  const toggle = (hours: readonly GridHour[]) => set(withHours(values, hours, !hours.every(isOn)));
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
                {HOURS.map((hour) => {
                  const state = grid[weekday - 1]?.[hour] ?? 'off';
                  const at = { weekday, hour };
                  return (
                    <td key={hour} className={css.place}>
                      <button
                        type="button"
                        ref={keys.isCurrent(at) ? field.ref : undefined}
                        className={css.cell}
                        data-state={state}
                        aria-pressed={state === 'part' ? 'mixed' : state === 'on'}
                        aria-label={t('rules.hour', {
                          day: formatWeekday(language, weekday, 'long'),
                          from: String(hour).padStart(2, '0'),
                          to: String(hour + 1).padStart(2, '0'),
                          state: t(`rules.hour_state.${state}`),
                        })}
                        {...keys.cellProps(at)}
                        onPointerDown={(event) => {
                          if (event.button !== 0) return;
                          event.currentTarget.releasePointerCapture?.(event.pointerId);
                          stroke.current = { from: at, on: state !== 'on', before: values };
                          set(withHours(values, [at], state !== 'on'));
                          const end = () => {
                            stroke.current = null;
                          };
                          window.addEventListener('pointerup', end, { once: true });
                        }}
                        onPointerEnter={() => {
                          const held = stroke.current;
                          if (held) set(withHours(held.before, hoursBetween(held.from, at, weekdays), held.on));
                        }}
                      />
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p id={`${id}-keys`} className={css.keys}>
        {t('rules.schedule_keys')}
      </p>
      <div className={css.presets}>
        <Button size="sm" onClick={() => set(withHours([], WORKING, true))}>
          {t('rules.working_hours')}
        </Button>
        <Button size="sm" onClick={() => set(withHours([], WEEKEND, true))}>
          {t('rules.weekend')}
        </Button>
        <Button
          size="sm"
          onClick={() =>
            set(
              withHours(
                [],
                WHOLE_WEEK.filter((hour) => !isOn(hour)),
                true,
              ),
            )
          }
        >
          {t('rules.invert')}
        </Button>
        <Button size="sm" variant="ghost" onClick={() => set([])}>
          {t('rules.clear')}
        </Button>
      </div>
      {error && <FieldErrorText id={`${id}-error`}>{error}</FieldErrorText>}
    </fieldset>
  );
}
