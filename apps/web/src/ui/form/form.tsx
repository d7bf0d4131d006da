import { type ReactNode, useRef, useState } from 'react';
import { type FieldValues, FormProvider, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import css from './form.module.css';
import { refusedFields } from './use-field.ts';
import { useSaveKeys } from './use-save-keys.ts';
import { applyServerErrors } from './use-zod-form.ts';

interface FormProps<V extends FieldValues, T> {
  form: UseFormReturn<V, unknown, T>;
  /**
   * Receives the parsed values. Errors appear under the fields they name, otherwise in `FormError`; the input is kept.
   */
  onSubmit: (values: T) => Promise<unknown> | unknown;
  /** Called with the names of invalid fields, whether found by the form or by the server. */
  onRefused?: (names: string[]) => void;
  children: ReactNode;
  id?: string;
}

/** Form of bound fields. A failed submit focuses the first invalid field and announces the count. */
export function Form<V extends FieldValues, T>({ form, onSubmit, onRefused, children, id }: FormProps<V, T>) {
  const { t } = useTranslation('select');
  const [refused, setRefused] = useState(0);
  const { isSubmitting } = form.formState;
  const element = useRef<HTMLFormElement>(null);
  useSaveKeys(element);

  const submit = form.handleSubmit(
    async (values) => {
      setRefused(0);
      try {
        await onSubmit(values);
      } catch (error) {
        const names = applyServerErrors(form, error);
        setRefused(names.length);
        if (names.length > 0) onRefused?.(names);
      }
    },
    (errors) => {
      const names = refusedFields(errors);
      setRefused(names.length);
      onRefused?.(names);
    },
  );

  return (
    <FormProvider {...form}>
      <form
        ref={element}
        id={id}
        data-saved-by-keys
        className={css.form}
        noValidate
        onSubmit={(event) => {
          // React also reports forms of dialogs that were opened inside this one.
          if (event.target !== event.currentTarget) return;
          event.preventDefault();
          // Ignores a second submit while the first is pending.
          if (!isSubmitting) void submit(event);
        }}
      >
        {children}
        <div role="status" className={css.announcement}>
          {refused > 0 && t('fields_invalid', { count: refused })}
        </div>
      </form>
    </FormProvider>
  );
}
