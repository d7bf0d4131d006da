import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { MultiSelect } from '@mantine/core';
import { CircleAlert } from 'lucide-react';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import selectCss from '../select.module.css';
import fieldCss from './field.module.css';
import { Field, type FieldTexts } from './field.tsx';
import css from './multi-select-field.module.css';
import { recheck, useField } from './use-field.ts';

interface MultiSelectFieldProps extends FieldTexts {
  name: string;
  options: { value: string; label: string }[];
  placeholder?: string;
  maxValues?: number;
}

/** Several of a list, found by typing. What is chosen stands in the field; Backspace takes the last one back. */
export function MultiSelectField({ name, label, hint, options, placeholder, maxValues }: MultiSelectFieldProps) {
  const { t } = useTranslation('select');
  const { id, form, errors, error } = useField(name);
  const { field } = useController({ name, control: form.control });
  const values: string[] = field.value ?? [];
  // A value that no list names any more is still there to be seen and removed.
  const known = new Set(options.map(({ value }) => value));
  const unknown = values.filter((value) => !known.has(value)).map((value) => ({ value, label: value }));
  return (
    <Field id={id} label={label} error={undefined}>
      <MultiSelect
        id={id}
        ref={field.ref}
        value={values}
        onBlur={field.onBlur}
        onChange={(chosen) => {
          field.onChange(chosen);
          void recheck(form, errors, name);
        }}
        data={[...options, ...unknown]}
        searchable
        {...(values.length === 0 && placeholder && { placeholder })}
        {...(maxValues !== undefined && { maxValues })}
        nothingFoundMessage={t('nothing_found')}
        withCheckIcon={false}
        rightSection={null}
        rightSectionWidth={0}
        maxDropdownHeight={280}
        comboboxProps={{
          portalProps: { target: '#modal-root' },
          zIndex: 'var(--z-popover)',
          transitionProps: { transition: 'fade', duration: 120 },
        }}
        // It links its input only to what it shows itself.
        error={
          error && (
            <>
              <CircleAlert size={14} strokeWidth={1.75} aria-hidden className={fieldCss.errorIcon} />
              <span>{error}</span>
            </>
          )
        }
        description={hint}
        inputWrapperOrder={['input', 'error', 'description']}
        classNames={{
          wrapper: selectCss.wrapper ?? '',
          error: `${fieldCss.error} ${css.note}`,
          description: `${fieldCss.hint} ${css.note}`,
          input: `${fieldCss.control} ${css.input}`,
          pillsList: css.list ?? '',
          pill: css.pill ?? '',
          inputField: css.typed ?? '',
          dropdown: selectCss.dropdown ?? '',
          option: selectCss.option ?? '',
          empty: selectCss.empty ?? '',
        }}
      />
    </Field>
  );
}
