import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { MultiSelect } from '@mantine/core';
import { isOptionList, parseOptionList } from '@poklik/domain/search/option-search';
import { CircleAlert } from 'lucide-react';
import { type ClipboardEvent, useState } from 'react';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '../button.tsx';
import selectCss from '../select.module.css';
import type { SelectOption } from '../select.tsx';
import { useOptionSearch } from '../use-option-search.ts';
import fieldCss from './field.module.css';
import { Field, type FieldTexts } from './field.tsx';
import css from './multi-select-field.module.css';
import { recheck, useField } from './use-field.ts';

interface MultiSelectFieldProps extends FieldTexts {
  name: string;
  options: SelectOption[];
  placeholder?: string;
  maxValues?: number;
  /** Said in place of the general words when nothing is chosen. */
  emptyError?: string;
  /** Values that are often chosen together, each group by one press. */
  groups?: readonly { label: string; values: readonly string[] }[];
}

/**
 * Several of a list, found by typing, pasted as a list, or added by the group.
 * What is chosen stands in the field; Backspace takes the last one back.
 */
export function MultiSelectField(props: MultiSelectFieldProps) {
  const {
    name,
    label,
    hint,
    options,
    placeholder,
    maxValues = Number.POSITIVE_INFINITY,
    emptyError,
    groups = [],
  } = props;
  const { t } = useTranslation('select');
  const { id, form, errors, error } = useField(name);
  const { field } = useController({ name, control: form.control });
  const values: string[] = field.value ?? [];
  // A value that no list names any more is still there to be seen and removed.
  const known = new Set(options.map(({ value }) => value));
  const gone = values.filter((value) => !known.has(value)).map((value) => ({ value, label: value }));
  const [written, setWritten] = useState('');
  /** What of the last list named no option. */
  const [unknown, setUnknown] = useState<readonly string[]>([]);

  const change = (chosen: readonly string[]) => {
    field.onChange(chosen);
    void recheck(form, errors, name);
  };
  const add = (more: readonly string[]) => change([...new Set([...values, ...more])].slice(0, maxValues));
  const write = (text: string) => {
    setWritten(text);
    search.onTyped();
    if (text !== '') setUnknown([]);
  };
  const addListed = (text: string) => {
    const listed = parseOptionList(options, text);
    add(listed.values);
    setWritten('');
    setUnknown(listed.unknown);
  };
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text');
    // One name is searched for; a list is taken as it is.
    if (!isOptionList(text) && parseOptionList(options, text).values.length < 2) return;
    event.preventDefault();
    addListed(text);
  };
  const search = useOptionSearch({
    options: [...options, ...gone],
    typed: written,
    isMany: true,
    onChoose: ({ value }) => {
      add([value]);
      setWritten('');
    },
  });
  const onKeyDownCapture: typeof search.onKeyDownCapture = (event) => {
    if (event.key === 'Enter' && isOptionList(written)) {
      event.preventDefault();
      event.stopPropagation();
      addListed(written);
    } else search.onKeyDownCapture(event);
  };

  return (
    <Field id={id} label={label} error={undefined}>
      <div onKeyDownCapture={onKeyDownCapture}>
        <MultiSelect
          id={id}
          ref={field.ref}
          value={values}
          onBlur={field.onBlur}
          onChange={change}
          onPaste={onPaste}
          data={[...options, ...gone]}
          searchable
          searchValue={written}
          onSearchChange={write}
          filter={() => [...search.found]}
          selectFirstOptionOnChange={search.hasBest}
          // A field that is pointed out must not hide what is said about it.
          openOnFocus={false}
          {...(values.length === 0 && placeholder && { placeholder })}
          maxValues={maxValues}
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
                <span>{values.length === 0 ? (emptyError ?? error) : error}</span>
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
      </div>
      <div role="status" className={css.unknown}>
        {unknown.length > 0 && t('not_recognized', { entries: unknown.join(', ') })}
      </div>
      {groups.length > 0 && (
        <div className={css.groups}>
          {groups.map((group) => (
            <Button key={group.label} size="sm" onClick={() => add(group.values)}>
              {t('add_group', { group: group.label })}
            </Button>
          ))}
        </div>
      )}
    </Field>
  );
}
