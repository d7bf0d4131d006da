import { useController } from 'react-hook-form';
import { Select, type SelectOption } from '../choice/select.tsx';
import { describedBy, Field, type FieldTexts } from './field.tsx';
import { recheck, useField } from './use-field.ts';

interface SelectFieldProps extends FieldTexts {
  name: string;
  options: SelectOption[];
  /** Allows searching a long list by typing. */
  searchable?: boolean;
  /** Called with the typed text when options come from the server. */
  onSearch?: (text: string) => void;
  /** Allows clearing the value to null. */
  clearable?: boolean;
  placeholder?: string;
  disabled?: boolean;
  /** Called with every value that the user picks. */
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
