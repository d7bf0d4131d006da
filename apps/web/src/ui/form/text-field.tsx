import type { ComponentProps } from 'react';
import css from './field.module.css';
import { describedBy, Field, type FieldTexts } from './field.tsx';
import { useField } from './use-field.ts';
import { asWritten } from './written-values.ts';

interface TextFieldProps extends FieldTexts, Omit<ComponentProps<'input'>, 'id' | 'name' | 'required'> {
  name: string;
  /** Converts the typed text to the form value. */
  read?: (written: string) => unknown;
}

export function TextField({ name, label, hint, required, read, type = 'text', ...input }: TextFieldProps) {
  const { id, error, registration } = useField(name, read ? { setValueAs: asWritten(read) } : {});
  return (
    <Field id={id} label={label} hint={hint} {...(required && { required })} error={error}>
      <input
        {...input}
        {...registration}
        id={id}
        type={type}
        className={css.control}
        aria-required={required || undefined}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, hint, error)}
      />
    </Field>
  );
}
