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
import selectCss from '../choice/select.module.css';
import type { SelectOption } from '../choice/select.tsx';
import { useOptionSearch } from '../choice/use-option-search.ts';
import fieldCss from './field.module.css';
import { Field, type FieldTexts } from './field.tsx';
import css from './multi-select-field.module.css';
import { recheck, useField } from './use-field.ts';

interface MultiSelectFieldProps extends FieldTexts {
  name: string;
  options: SelectOption[];
  placeholder?: string;
  maxValues?: number;
  /** Replaces the general error when nothing is selected. */
  emptyError?: string;
  /** Values often selected together; one button adds each group. */
  groups?: readonly { label: string; values: readonly string[] }[];
}

/** Options can be found by typing, pasted as a list, or added by group. Backspace removes the last one. */
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
  const change = (chosen: readonly string[]) => {
    field.onChange(chosen);
    void recheck(form, errors, name);
  };
  const add = (more: readonly string[]) => change([...new Set([...values, ...more])].slice(0, maxValues));
  // A value no longer in the options stays visible so that it can be removed.
  const known = new Set(options.map(({ value }) => value));
  const gone = values.filter((value) => !known.has(value)).map((value) => ({ value, label: value }));
  const all = [...options, ...gone];
  const { written, write, unknown, search, onPaste, onKeyDownCapture } = useTypedValues({ options, all, onAdd: add });

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
          data={all}
          searchable
          searchValue={written}
          onSearchChange={write}
          filter={() => [...search.found]}
          selectFirstOptionOnChange={search.hasBest}
          // Focusing an invalid field must not hide its error behind the options.
          openOnFocus={false}
          {...(values.length === 0 && placeholder && { placeholder })}
          maxValues={maxValues}
          nothingFoundMessage={t('nothing_found')}
          withCheckIcon={false}
          rightSection={null}
          rightSectionWidth={0}
          maxDropdownHeight={280}
          comboboxProps={DROPDOWN}
          // The component links its input only to errors that it renders itself.
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
          classNames={CLASS_NAMES}
        />
      </div>
      <div role="status" className={css.unknown}>
        {unknown.length > 0 && t('not_recognized', { entries: unknown.join(', ') })}
      </div>
      {groups.length > 0 && <Groups groups={groups} onAdd={add} />}
    </Field>
  );
}

const DROPDOWN = {
  // The options of closed fields made every change of a long form slow.
  keepMounted: false,
  portalProps: { target: '#modal-root' },
  zIndex: 'var(--z-popover)',
  transitionProps: { transition: 'fade', duration: 120 },
} as const;

const CLASS_NAMES = {
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
};

interface TypedValues {
  options: SelectOption[];
  /** With values that are no longer offered. */
  all: SelectOption[];
  onAdd: (values: readonly string[]) => void;
}

/** Values typed one by one, or typed or pasted as a list. */
function useTypedValues({ options, all, onAdd }: TypedValues) {
  const [written, setWritten] = useState('');
  /** Entries of the last list that match no option. */
  const [unknown, setUnknown] = useState<readonly string[]>([]);

  const search = useOptionSearch({
    options: all,
    typed: written,
    isMany: true,
    onChoose: ({ value }) => {
      onAdd([value]);
      setWritten('');
    },
  });
  const write = (text: string) => {
    setWritten(text);
    search.onTyped();
    if (text !== '') setUnknown([]);
  };
  const addListed = (text: string) => {
    const listed = parseOptionList(options, text);
    onAdd(listed.values);
    setWritten('');
    setUnknown(listed.unknown);
  };
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text');
    // A single name is searched for; a list is added directly.
    if (!isOptionList(text) && parseOptionList(options, text).values.length < 2) return;
    event.preventDefault();
    addListed(text);
  };
  const onKeyDownCapture: typeof search.onKeyDownCapture = (event) => {
    if (event.key === 'Enter' && isOptionList(written)) {
      event.preventDefault();
      event.stopPropagation();
      addListed(written);
    } else search.onKeyDownCapture(event);
  };
  return { written, write, unknown, search, onPaste, onKeyDownCapture };
}

interface GroupsProps extends Required<Pick<MultiSelectFieldProps, 'groups'>> {
  onAdd: (values: readonly string[]) => void;
}

function Groups({ groups, onAdd }: GroupsProps) {
  const { t } = useTranslation('select');
  return (
    <div className={css.groups}>
      {groups.map(({ label, values }) => (
        <Button key={label} size="sm" onClick={() => onAdd(values)}>
          {t('add_group', { group: label })}
        </Button>
      ))}
    </div>
  );
}
