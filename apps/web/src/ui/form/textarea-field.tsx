import type { ComponentProps } from 'react';
import { useWatch } from 'react-hook-form';
import css from './field.module.css';
import { describedBy, Field, type FieldTexts } from './field.tsx';
import { useField } from './use-field.ts';

interface TextareaFieldProps
  extends FieldTexts,
    Omit<ComponentProps<'textarea'>, 'id' | 'name' | 'required' | 'maxLength'> {
  name: string;
  /** Limit for the counter. Typing beyond it is allowed, so that pasted text can be shortened by hand. */
  limit?: number;
}

/** Share of the limit at which the counter appears. */
const COUNT_FROM = 0.8;

export function TextareaField({
  name,
  label,
  hint,
  required,
  limit,
  rows = 4,
  className,
  ...textarea
}: TextareaFieldProps) {
  const { id, error, registration, form } = useField(name);
  const value: unknown = useWatch({ control: form.control, name });
  const length = typeof value === 'string' ? value.trim().length : 0;
  const counter = limit !== undefined && length >= limit * COUNT_FROM ? `${length} / ${limit}` : undefined;
  return (
    <Field id={id} label={label} hint={hint} {...(required && { required })} error={error} counter={counter}>
      <textarea
        {...textarea}
        {...registration}
        id={id}
        rows={rows}
        className={className ? `${css.control} ${className}` : css.control}
        aria-required={required || undefined}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, hint, error)}
      />
    </Field>
  );
}
