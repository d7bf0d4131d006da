import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import { Select } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import fieldCss from './field.module.css';
import { describedBy, Field, type FieldTexts } from './field.tsx';
import css from './select-field.module.css';
import { recheck, useField } from './use-field.ts';

interface SelectFieldProps extends FieldTexts {
  name: string;
  options: { value: string; label: string }[];
  /** A list too long to be seen whole is searched by typing. */
  searchable?: boolean;
  /** The choice may be taken back; then the value is null. */
  clearable?: boolean;
  placeholder?: string;
  disabled?: boolean;
}

export function SelectField({ name, label, hint, required, options, searchable = false, ...select }: SelectFieldProps) {
  const { t } = useTranslation('select');
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
        }}
        data={options}
        allowDeselect={false}
        searchable={searchable}
        nothingFoundMessage={t('nothing_found')}
        rightSection={<ChevronDown size={16} strokeWidth={1.75} aria-hidden />}
        rightSectionPointerEvents="none"
        withCheckIcon={false}
        maxDropdownHeight={280}
        comboboxProps={{
          portalProps: { target: '#modal-root' },
          zIndex: 'var(--z-popover)',
          transitionProps: { transition: 'fade', duration: 120 },
        }}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, hint, error)}
        classNames={{
          wrapper: css.wrapper ?? '',
          input: `${fieldCss.control} ${css.input}`,
          section: css.section ?? '',
          dropdown: css.dropdown ?? '',
          option: css.option ?? '',
          empty: css.empty ?? '',
        }}
      />
    </Field>
  );
}
