import { shiftPeriod } from '@poklik/domain/statistics/presets';
import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatDaySpan } from '../../format/dates.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { IconButton } from '../../ui/button.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import type { PeriodControl } from './period.ts';
import css from './period-picker.module.css';
import { usePeriodKeys } from './use-period-keys.ts';

// The calendar loads on demand to keep the screen light.
// It is not preloaded: parsing its code would delay the click.
const CustomDays = lazy(async () => ({ default: (await import('./custom-days.tsx')).CustomDays }));

interface PeriodPickerProps {
  control: PeriodControl;
  /** Added to the closed picker. */
  note?: string | undefined;
  /** What else says which time is meant, below the periods. */
  children?: ReactNode;
}

/** Period of the whole screen. Its texts are in `report_toolbar`. */
export function PeriodPicker({ control, note, children }: PeriodPickerProps) {
  const { t } = useTranslation('report_toolbar');
  const language = useLanguage();
  const [isOpen, setIsOpen] = useState(false);
  usePeriodKeys(control, () => setIsOpen(true));
  const { period, presets, days, today, to, choose } = control;
  // Presets render first; the slower calendar follows.
  const hasCalendar = useDeferredValue(isOpen);
  const span = formatDaySpan(language, days, today);
  const isSpanNamed = typeof period === 'string' && ['today', 'yesterday', 'all'].includes(period);
  const name = typeof period === 'string' ? `${t(`period.${period}`)}${isSpanNamed ? '' : `: ${span}`}` : span;
  const text = [name, note].filter(Boolean).join(' · ');
  return (
    <div className={css.period}>
      <IconButton
        label={`${t('period.earlier')} (←)`}
        disabled={period === 'all'}
        onClick={() => choose(shiftPeriod(days, -1, today))}
      >
        <ChevronLeft size={16} strokeWidth={1.75} aria-hidden />
      </IconButton>
      <Disclosure
        label={text}
        name={`${t('period.label')}: ${text}`}
        icon={<CalendarDays size={16} strokeWidth={1.75} aria-hidden />}
        isOpen={isOpen}
        onToggle={setIsOpen}
      >
        <ul className={css.presets}>
          {presets.map((preset, place) => (
            <li key={preset}>
              <Link
                className={css.preset}
                to={to(preset)}
                preventScrollReset
                aria-current={period === preset ? 'true' : undefined}
                onClick={() => setIsOpen(false)}
              >
                {t(`period.${preset}`)}
                <kbd className={css.key}>{place + 1}</kbd>
              </Link>
            </li>
          ))}
        </ul>
        <Suspense>{hasCalendar && <CustomDays control={control} onDone={() => setIsOpen(false)} />}</Suspense>
        {children}
      </Disclosure>
      <IconButton
        label={`${t('period.later')} (→)`}
        disabled={days.end >= today}
        onClick={() => choose(shiftPeriod(days, 1, today))}
      >
        <ChevronRight size={16} strokeWidth={1.75} aria-hidden />
      </IconButton>
    </div>
  );
}
