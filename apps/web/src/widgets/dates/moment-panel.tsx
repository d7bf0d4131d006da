import '@mantine/core/styles/Input.layer.css';
import { TimePicker } from '@mantine/dates';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import css from './dates.module.css';
import { DayPicker } from './day-picker.tsx';

interface MomentPanelProps {
  value: string;
  onChange: (value: string) => void;
  onDone: () => void;
}

/** A calendar with the time below it. */
export function MomentPanel({ value, onChange, onDone }: MomentPanelProps) {
  const { t } = useTranslation('select');
  const [day, setDay] = useState<string | null>(value.slice(0, 10) || null);
  const [time, setTime] = useState(value.slice(11) || '00:00');
  return (
    <>
      <DayPicker
        type="default"
        value={day}
        onChange={(chosen) => {
          setDay(chosen);
          if (chosen) onChange(`${chosen}T${time}`);
        }}
      />
      <div className={css.foot}>
        <TimePicker
          label={t('calendar.time')}
          hoursInputLabel={t('calendar.hours')}
          minutesInputLabel={t('calendar.minutes')}
          value={time}
          onChange={(typed) => {
            if (!/^\d\d:\d\d/.test(typed)) return;
            setTime(typed.slice(0, 5));
            if (day) onChange(`${day}T${typed.slice(0, 5)}`);
          }}
          classNames={{
            root: css.time ?? '',
            label: css.timeLabel ?? '',
            input: css.timeInput ?? '',
            field: css.spin ?? '',
          }}
        />
        <Button
          size="sm"
          variant="ghost"
          onClick={() => {
            onChange('');
            onDone();
          }}
        >
          {t('calendar.clear')}
        </Button>
        <Button size="sm" variant="primary" onClick={onDone}>
          {t('calendar.done')}
        </Button>
      </div>
    </>
  );
}
