import type { ReactNode } from 'react';
import css from './field.module.css';
import { describedBy, FieldErrorText } from './field.tsx';
import { useField } from './use-field.ts';

interface CheckboxFieldProps {
  name: string;
  label: ReactNode;
  hint?: string;
}

export function CheckboxField({ name, label, hint }: CheckboxFieldProps) {
  const { id, error, registration } = useField(name);
  return (
    <div className={css.field}>
      <label className={css.checkbox} htmlFor={id}>
        <input
          {...registration}
          id={id}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, hint, error)}
        />
        <span>{label}</span>
      </label>
      {hint && (
        <div id={`${id}-hint`} className={css.checkboxHint}>
          {hint}
        </div>
      )}
      {error && <FieldErrorText id={`${id}-error`}>{error}</FieldErrorText>}
    </div>
  );
}
