import { useDebouncedValue } from '@mantine/hooks';
import { rankOptions } from '@poklik/domain/search/option-search';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import css from './value-list.module.css';

const PAUSE_MS = 200;
/** Fewer values are seen at a glance. */
const SEARCHABLE_FROM = 8;

interface ValueListProps {
  label: string;
  options: readonly { value: string; label: string }[];
  chosen: string | null;
  onChoose: (value: string) => void;
  /** Searches on the server; other lists search themselves. */
  onSearch?: (text: string) => void;
  isLoading?: boolean;
  error?: Error | null;
}

/** Chooses the value of a filter. Enter in the search chooses the best match. */
export function ValueList({ label, options, chosen, onChoose, onSearch, isLoading = false, error }: ValueListProps) {
  const { t } = useTranslation('select');
  const [typed, setTyped] = useState('');
  const [asked] = useDebouncedValue(typed.trim(), PAUSE_MS);
  useEffect(() => onSearch?.(asked), [asked, onSearch]);
  const found = onSearch || typed.trim() === '' ? options : rankOptions(options, typed);
  const chooseFirst = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    if (typed.trim() !== '' && found[0]) onChoose(found[0].value);
  };
  return (
    <div className={css.part}>
      {(onSearch || options.length > SEARCHABLE_FROM) && (
        <input
          className={css.search}
          type="search"
          value={typed}
          placeholder={`${t('search')}: ${label}`}
          aria-label={`${t('search')}: ${label}`}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={chooseFirst}
        />
      )}
      {found.length === 0 && (
        <p className={css.none} role="status">
          {error ? error.message : t(isLoading ? 'loading' : 'nothing_found')}
        </p>
      )}
      <ul className={css.values} aria-label={label}>
        {found.map(({ value, label: name }) => (
          <li key={value}>
            <button type="button" className={css.value} aria-pressed={value === chosen} onClick={() => onChoose(value)}>
              {name}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
