import type { ReactNode } from 'react';
import { useController } from 'react-hook-form';
import { Select } from '../../ui/choice/select.tsx';
import { describedBy, Field } from '../../ui/form/field.tsx';
import { recheck, useField } from '../../ui/form/use-field.ts';

interface Named {
  id: number;
  name: string;
}

interface IdSelectFieldProps {
  name: string;
  label: ReactNode;
  hint?: ReactNode;
  placeholder?: string;
  options: readonly Named[];
  onSearch?: (text: string) => void;
  clearable?: boolean;
  required?: boolean;
  /** Of another field, which this one replaces. */
  otherError?: string | undefined;
  onPick?: (id: number | null) => void;
}

/** Chooses one of the things that have an ID and a name. */
export function IdSelectField({
  name,
  label,
  hint,
  required,
  options,
  otherError,
  onPick,
  ...select
}: IdSelectFieldProps) {
  const { id, form, errors, error: own } = useField(name);
  const { field } = useController({ name, control: form.control });
  const error = own ?? otherError;
  return (
    <Field id={id} label={label} hint={hint} {...(required && { required })} error={error}>
      <Select
        {...select}
        id={id}
        ref={field.ref}
        name={name}
        options={options.map((option) => ({ value: String(option.id), label: option.name }))}
        value={field.value == null ? null : String(field.value)}
        searchable
        onBlur={field.onBlur}
        onChange={(value) => {
          const chosen = value === null ? null : Number(value);
          field.onChange(chosen);
          onPick?.(chosen);
          void recheck(form, errors, name);
        }}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, hint, error)}
      />
    </Field>
  );
}
