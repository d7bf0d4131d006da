import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { DateRangeField } from '../../widgets/dates/date-range-field.tsx';
import css from './custom-days.module.css';
import type { StatisticsScreen } from './use-statistics-state.ts';

/** Custom start and end date. */
export function CustomDays({ screen, onDone }: { screen: StatisticsScreen; onDone: () => void }) {
  const { t } = useTranslation('statistics');
  const [{ start, end }, setDays] = useState(screen.days);
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
      <DateRangeField
        labels={{ start: t('period.from'), end: t('period.to') }}
        names={{ start: t('period.from'), end: t('period.to') }}
        start={start}
        end={end}
        max={screen.today}
        onChange={setDays}
      />
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
