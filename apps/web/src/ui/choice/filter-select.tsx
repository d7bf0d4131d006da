import { ChevronDown } from 'lucide-react';
import css from './filter-select.module.css';

interface FilterSelectProps {
  label: string;
  /** Label of the unfiltered state. */
  anyLabel: string;
  options: { value: string; label: string }[];
  value: string | null;
  onChange: (value: string | null) => void;
}

/** Filters a list by one of many values. It is a native control to keep the initial bundle small. */
export function FilterSelect({ label, anyLabel, options, value, onChange }: FilterSelectProps) {
  return (
    <span className={css.field} data-chosen={value !== null || undefined}>
      <select
        className={css.select}
        aria-label={label}
        value={value ?? ''}
        onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
      >
        <option value="">{anyLabel}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown size={16} strokeWidth={1.75} aria-hidden className={css.icon} />
    </span>
  );
}
