import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { DayField } from '../../widgets/day-field.tsx';
import css from './custom-days.module.css';
import type { StatisticsScreen } from './use-statistics-state.ts';

/** Custom start and end date. */
export function CustomDays({ screen, onDone }: { screen: StatisticsScreen; onDone: () => void }) {
  const { t } = useTranslation('statistics');
  const [start, setStart] = useState(screen.days.start);
  const [end, setEnd] = useState(screen.days.end);
  const [isWrong, setIsWrong] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isFine = start !== '' && end !== '' && start <= end;
    setIsWrong(!isFine);
    if (!isFine) return;
    void screen.change({ period: { start, end }, interval: null });
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
