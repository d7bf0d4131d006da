import { PRESETS, shifted } from '@poklik/domain/statistics/presets';
import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useLanguage } from '../../i18n/use-language.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { DayField } from '../../widgets/day-field.tsx';
import { spanText } from './date-text.ts';
import { Disclosure } from './disclosure.tsx';
import css from './period-picker.module.css';
import type { Screen } from './use-statistics-state.ts';

interface PeriodPickerProps {
  screen: Screen;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
}

/** Which days everything on the screen is about. */
export function PeriodPicker({ screen, isOpen, onToggle }: PeriodPickerProps) {
  const { t } = useTranslation('statistics');
  const language = useLanguage();
  const { state, days, today, change, to } = screen;
  const span = spanText(language, days, today);
  const isNamed = typeof state.period === 'string' && state.period !== 'today' && state.period !== 'yesterday';
  const text = typeof state.period === 'string' ? `${t(`period.${state.period}`)}${isNamed ? `: ${span}` : ''}` : span;
  return (
    <div className={css.period}>
      <IconButton
        label={`${t('period.earlier')} (←)`}
        onClick={() => change({ period: shifted(days, -1, today), interval: null })}
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
        <CustomDays screen={screen} onDone={() => onToggle(false)} />
      </Disclosure>
      <IconButton
        label={`${t('period.later')} (→)`}
        disabled={days.end >= today}
        onClick={() => change({ period: shifted(days, 1, today), interval: null })}
      >
        <ChevronRight size={16} strokeWidth={1.75} aria-hidden />
      </IconButton>
    </div>
  );
}

function CustomDays({ screen, onDone }: { screen: Screen; onDone: () => void }) {
  const { t } = useTranslation('statistics');
  const [start, setStart] = useState(screen.days.start);
  const [end, setEnd] = useState(screen.days.end);
  const [isWrong, setIsWrong] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isFine = start !== '' && end !== '' && start <= end;
    setIsWrong(!isFine);
    if (!isFine) return;
    screen.change({ period: { start, end }, interval: null });
    onDone();
  };
  return (
    <form className={css.custom} onSubmit={submit} noValidate>
      <p className={css.customTitle}>
        {t('period.custom')} <kbd className={css.key}>0</kbd>
      </p>
      <DayField label={t('period.from')} value={start} max={screen.today} onChange={setStart} />
      <DayField label={t('period.to')} value={end} max={screen.today} onChange={setEnd} />
      {isWrong && (
        <p className={css.wrong} role="alert">
          {t('period.wrong')}
        </p>
      )}
      <Button type="submit" size="sm" variant="primary">
        {t('period.apply')}
      </Button>
    </form>
  );
}
