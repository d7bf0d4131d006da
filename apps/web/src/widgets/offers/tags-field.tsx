import { useState } from 'react';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import fieldCss from '../../ui/form/field.module.css';
import { describedBy, Field } from '../../ui/form/field.tsx';
import { recheck, useField } from '../../ui/form/use-field.ts';
import { readTags } from './offer-values.ts';

/** Tags as one text, separated by commas. */
export function TagsField() {
  const { t } = useTranslation('offers');
  const { id, form, errors, error } = useField('tags');
  const { field } = useController({ name: 'tags', control: form.control });
  const [text, setText] = useState(() => (field.value as string[]).join(', '));
  const hint = t('form.tags_hint');
  return (
    <Field id={id} label={t('form.tags')} hint={hint} error={error}>
      <input
        id={id}
        ref={field.ref}
        name="tags"
        type="text"
        className={fieldCss.control}
        autoComplete="off"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          field.onChange(readTags(event.target.value));
          void recheck(form, errors, 'tags');
        }}
        onBlur={field.onBlur}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, hint, error)}
      />
    </Field>
  );
}
