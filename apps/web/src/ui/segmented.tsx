import { type ReactNode, useId } from 'react';
import css from './segmented.module.css';

interface SegmentedProps<Value extends string> {
  /** Names what is chosen. */
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  options: { value: Value; label: ReactNode }[];
}

/** One of a few options, all visible. Arrow keys move between them, as in any group of radio buttons. */
export function Segmented<Value extends string>({ label, value, onChange, options }: SegmentedProps<Value>) {
  const name = useId();
  return (
    <fieldset className={css.group}>
      <legend className={css.legend}>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={css.option} data-chosen={option.value === value || undefined}>
          <input
            type="radio"
            name={name}
            className={css.input}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
