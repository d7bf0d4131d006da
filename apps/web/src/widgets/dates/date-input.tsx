import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime, formatNumericDay } from '../../format/dates.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { readTypedDateTime, readTypedDay } from './typed-dates.ts';

export interface DateInputProps extends Omit<ComponentProps<'input'>, 'value' | 'max' | 'onChange' | 'type'> {
  /** 2026-11-15, or 2026-11-15T09:30 with `withTime`; empty means none. */
  value: string;
  withTime?: boolean;
  max?: string | undefined;
  onChange: (value: string) => void;
}

/** A date typed and shown in the reader's format. Text that isn't a date gives way to the last date on leaving. */
export function DateInput({ value, withTime = false, max, onChange, onBlur, onKeyDown, ...input }: DateInputProps) {
  const { t } = useTranslation('select');
  const language = useLanguage();
  const [typed, setTyped] = useState<string | null>(null);
  const shown = value && (withTime ? formatDateTime(language, `${value}Z`, 'UTC') : formatNumericDay(language, value));

  const take = (text: string, isFinished: boolean) => {
    const read = (withTime ? readTypedDateTime : readTypedDay)(text, { allowShortYear: isFinished });
    if (text.trim() === '' && value !== '') onChange('');
    else if (read !== null && read !== value && (max === undefined || read <= max)) onChange(read);
  };
  const finish = () => {
    if (typed !== null) take(typed, true);
    setTyped(null);
  };

  return (
    <input
      {...input}
      type="text"
      inputMode="numeric"
      autoComplete="off"
      spellCheck={false}
      placeholder={t(withTime ? 'calendar.date_time_format' : 'calendar.date_format')}
      value={typed ?? shown}
      onChange={({ target }) => {
        setTyped(target.value);
        take(target.value, false);
      }}
      onBlur={(event) => {
        finish();
        onBlur?.(event);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') finish();
        onKeyDown?.(event);
      }}
    />
  );
}
