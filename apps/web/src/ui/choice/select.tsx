import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import { Select as MantineSelect } from '@mantine/core';
import type { SearchOption } from '@poklik/domain/search/option-search';
import { ChevronDown } from 'lucide-react';
import { type Ref, useState } from 'react';
import { useTranslation } from 'react-i18next';
import fieldCss from '../form/field.module.css';
import css from './select.module.css';
import { useOptionSearch } from './use-option-search.ts';

export type SelectOption = SearchOption;

interface SelectProps {
  value: string | null;
  onChange: (value: string | null) => void;
  options: SelectOption[];
  /** Allows searching a long list by typing. */
  searchable?: boolean;
  /** Called with the typed text when the server does the search. */
  onSearch?: (text: string) => void;
  /** Allows clearing the value to null. */
  clearable?: boolean;
  placeholder?: string;
  disabled?: boolean;
  id?: string;
  name?: string;
  ref?: Ref<HTMLInputElement>;
  onBlur?: () => void;
  'aria-label'?: string;
  'aria-invalid'?: true | undefined;
  'aria-describedby'?: string | undefined;
}

/** Single choice from a dropdown list. */
export function Select({
  options,
  searchable = false,
  onSearch,
  clearable = false,
  'aria-invalid': invalid,
  'aria-describedby': describedBy,
  ...control
}: SelectProps) {
  const { t } = useTranslation('select');
  const { value, onChange } = control;
  const chosen = options.find((option) => option.value === value)?.label ?? '';
  const [written, setWritten] = useState(chosen);
  const [opened, setOpened] = useState(false);
  const write = (text: string) => {
    setWritten(text);
    search.onTyped();
    onSearch?.(text);
  };
  const search = useOptionSearch({
    options,
    typed: searchable && written !== chosen ? written : '',
    isAsked: onSearch !== undefined,
    onChoose: (option) => {
      setOpened(false);
      setWritten(option.label);
      if (option.value !== value) onChange(option.value);
    },
  });
  return (
    <div className={css.around} onKeyDownCapture={search.onKeyDownCapture}>
      <MantineSelect
        {...control}
        // Mantine would overwrite these if they were plain props.
        attributes={{ input: { 'aria-invalid': invalid, 'aria-describedby': describedBy } }}
        data={options}
        allowDeselect={false}
        searchable={searchable}
        {...(searchable && {
          searchValue: written,
          onSearchChange: write,
          filter: () => [...search.found],
          selectFirstOptionOnChange: search.hasBest,
        })}
        dropdownOpened={opened}
        onDropdownOpen={() => setOpened(true)}
        onDropdownClose={() => setOpened(false)}
        // Focusing an invalid field must not hide its error behind the options.
        openOnFocus={false}
        clearable={clearable}
        nothingFoundMessage={t('nothing_found')}
        rightSection={<ChevronDown size={16} strokeWidth={1.75} aria-hidden />}
        rightSectionPointerEvents="none"
        withCheckIcon={false}
        maxDropdownHeight={280}
        comboboxProps={{
          // The options of closed fields made every change of a long form slow.
          keepMounted: false,
          portalProps: { target: '#modal-root' },
          zIndex: 'var(--z-popover)',
          transitionProps: { transition: 'fade', duration: 120 },
        }}
        classNames={{
          wrapper: css.wrapper ?? '',
          input: `${fieldCss.control} ${css.input}`,
          section: css.section ?? '',
          dropdown: css.dropdown ?? '',
          option: css.option ?? '',
          empty: css.empty ?? '',
        }}
      />
    </div>
  );
}
