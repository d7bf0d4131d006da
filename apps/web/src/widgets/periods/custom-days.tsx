import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { DateRangeField } from '../dates/date-range-field.tsx';
import css from './custom-days.module.css';
import type { PeriodControl } from './period.ts';

/** Custom start and end date. */
export function CustomDays({ control, onDone }: { control: PeriodControl; onDone: () => void }) {
  const { t } = useTranslation('report_toolbar');
  const [{ start, end }, setDays] = useState(control.days);
  const [isWrong, setIsWrong] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isFine = start !== '' && end !== '' && start <= end;
    setIsWrong(!isFine);
    if (!isFine) return;
    void control.choose({ start, end });
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
        max={control.today}
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
