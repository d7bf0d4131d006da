import { type ReactNode, useId } from 'react';
import css from './choice-field.module.css';
import { FieldErrorText } from './field.tsx';
import { useField } from './use-field.ts';

interface ChoiceFieldProps {
  name: string;
  label: ReactNode;
  options: { value: string; label: ReactNode; text: ReactNode }[];
}

/** Radio options, each with a visible explanation. */
export function ChoiceField({ name, label, options }: ChoiceFieldProps) {
  const { id, error, registration } = useField(name);
  const prefix = useId();
  return (
    <fieldset className={css.choice} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className={css.legend}>{label}</legend>
      <div className={css.options}>
        {options.map((option) => (
          <label key={option.value} className={css.option}>
            <input
              {...registration}
              type="radio"
              value={option.value}
              aria-labelledby={`${prefix}-${option.value}`}
              aria-describedby={`${prefix}-${option.value}-text`}
            />
            <span className={css.words}>
              <span id={`${prefix}-${option.value}`} className={css.label}>
                {option.label}
              </span>
              <span id={`${prefix}-${option.value}-text`} className={css.text}>
                {option.text}
              </span>
            </span>
          </label>
        ))}
      </div>
      {error && <FieldErrorText id={`${id}-error`}>{error}</FieldErrorText>}
    </fieldset>
  );
}
