import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import css from './choice-field.module.css';

interface ChoiceFieldProps {
  name: string;
  label: ReactNode;
  choices: { value: string; label: ReactNode; text?: ReactNode }[];
}

/** Radio buttons with a description each. */
export function ChoiceField({ name, label, choices }: ChoiceFieldProps) {
  const { register } = useFormContext();
  return (
    <fieldset className={css.field}>
      <legend className={css.legend}>{label}</legend>
      <div className={css.choices}>
        {choices.map((choice) => (
          <label key={choice.value} className={css.choice}>
            <input type="radio" value={choice.value} {...register(name)} />
            <span className={css.words}>
              <span className={css.label}>{choice.label}</span>
              {choice.text && <span className={css.text}>{choice.text}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
