import { Amount } from '@poklik/contract/money';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListFilters } from '../../ui/data-table/use-list-filters.ts';
import css from './conversions.module.css';

const BOUNDS = ['revenue_min', 'revenue_max'] as const;
type Bound = (typeof BOUNDS)[number];

/** Minimum and maximum amount, applied once valid. */
export function AmountFilter<Name extends string>({ filters }: { filters: ListFilters<Name | Bound> }) {
  const { t } = useTranslation('conversions');
  const values: Partial<Record<string, string>> = filters.values;
  return (
    <span className={css.days}>
      {BOUNDS.map((name) => (
        <AmountInput
          // Shows values set elsewhere, such as by going back.
          key={`${name} ${values[name] ?? ''}`}
          label={t(name)}
          words={name === 'revenue_min' ? t('revenue') : t('to_day')}
          value={values[name] ?? ''}
          onChange={(value) => filters.set(name, value)}
        />
      ))}
    </span>
  );
}

interface AmountInputProps {
  label: string;
  /** Short label before the field. */
  words: string;
  value: string;
  onChange: (value: string | null) => void;
}

function AmountInput({ label, words, value, onChange }: AmountInputProps) {
  const [isWrong, setWrong] = useState(false);
  const take = (text: string) => {
    const amount = text.trim().replace(',', '.');
    const isSum = amount === '' || Amount.safeParse(amount).success;
    setWrong(!isSum);
    if (isSum && amount !== value) onChange(amount || null);
  };
  return (
    <label className={css.day}>
      <span aria-hidden>{words}</span>
      <input
        className={css.amount}
        inputMode="decimal"
        autoComplete="off"
        maxLength={19}
        aria-label={label}
        aria-invalid={isWrong || undefined}
        defaultValue={value}
        onBlur={(event) => take(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') take(event.currentTarget.value);
        }}
      />
    </label>
  );
}
