import { PRESETS, shiftPeriod } from '@poklik/domain/statistics/presets';
import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react';
import { lazy, Suspense, useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useLanguage } from '../../i18n/use-language.ts';
import { IconButton } from '../../ui/button.tsx';
import { spanText } from './date-text.ts';
import { Disclosure } from './disclosure.tsx';
import css from './period-picker.module.css';
import type { StatisticsScreen } from './use-statistics-state.ts';

// The calendar loads on demand to keep the screen light.
// It is not preloaded: parsing its code would delay the click.
const CustomDays = lazy(async () => ({ default: (await import('./custom-days.tsx')).CustomDays }));

interface PeriodPickerProps {
  screen: StatisticsScreen;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
}

/** Period of the whole screen. */
export function PeriodPicker({ screen, isOpen, onToggle }: PeriodPickerProps) {
  const { t } = useTranslation('statistics');
  const language = useLanguage();
  const { state, days, today, change, to } = screen;
  // Presets render first; the slower calendar follows.
  const hasCalendar = useDeferredValue(isOpen);
  const span = spanText(language, days, today);
  const isNamed = typeof state.period === 'string' && state.period !== 'today' && state.period !== 'yesterday';
  const text = typeof state.period === 'string' ? `${t(`period.${state.period}`)}${isNamed ? `: ${span}` : ''}` : span;
  return (
    <div className={css.period}>
      <IconButton
        label={`${t('period.earlier')} (←)`}
        onClick={() => change({ period: shiftPeriod(days, -1, today), interval: null })}
      >
        <ChevronLeft size={16} strokeWidth={1.75} aria-hidden />
      </IconButton>
      <Disclosure
        label={text}
        name={`${t('period.label')}: ${text}`}
        icon={<CalendarDays size={16} strokeWidth={1.75} aria-hidden />}
        isOpen={isOpen}
        onToggle={onToggle}
      >
        <ul className={css.presets}>
          {PRESETS.map((preset, place) => (
            <li key={preset}>
              <Link
                className={css.preset}
                to={to({ period: preset, interval: null })}
                preventScrollReset
                aria-current={state.period === preset ? 'true' : undefined}
                onClick={() => onToggle(false)}
              >
                {t(`period.${preset}`)}
                <kbd className={css.key}>{place + 1}</kbd>
              </Link>
            </li>
          ))}
        </ul>
        <Suspense>{hasCalendar && <CustomDays screen={screen} onDone={() => onToggle(false)} />}</Suspense>
      </Disclosure>
      <IconButton
        label={`${t('period.later')} (→)`}
        disabled={days.end >= today}
        onClick={() => change({ period: shiftPeriod(days, 1, today), interval: null })}
      >
        <ChevronRight size={16} strokeWidth={1.75} aria-hidden />
      </IconButton>
    </div>
  );
}
