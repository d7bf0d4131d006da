import { useController } from 'react-hook-form';
import { Select, type SelectOption } from '../select.tsx';
import { describedBy, Field, type FieldTexts } from './field.tsx';
import { recheck, useField } from './use-field.ts';

interface SelectFieldProps extends FieldTexts {
  name: string;
  options: SelectOption[];
  /** A list too long to be seen whole is searched by typing. */
  searchable?: boolean;
  /** Told what is typed, for options that come from the server. */
  onSearch?: (text: string) => void;
  /** The choice can be cleared; then the value is null. */
  clearable?: boolean;
  placeholder?: string;
  disabled?: boolean;
  /** Told of every choice of the reader. */
  onPick?: (value: string | null) => void;
}

export function SelectField({ name, label, hint, required, onPick, ...select }: SelectFieldProps) {
  const { id, form, errors, error } = useField(name);
  const { field } = useController({ name, control: form.control });
  return (
    <Field id={id} label={label} hint={hint} {...(required && { required })} error={error}>
      <Select
        {...select}
        id={id}
        ref={field.ref}
        name={field.name}
        value={field.value ?? null}
        onBlur={field.onBlur}
        onChange={(value) => {
          field.onChange(value);
          void recheck(form, errors, name);
          onPick?.(value);
        }}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, hint, error)}
      />
    </Field>
  );
}
