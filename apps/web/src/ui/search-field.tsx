import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import css from './search-field.module.css';
import { useShortcuts } from './use-shortcuts.ts';

/** How long after the last letter the list is asked. */
const PAUSE_MS = 300;

interface SearchFieldProps {
  /** What the list shows now. */
  value: string;
  onSearch: (text: string) => void;
  /** Says what is searched in. */
  placeholder?: string;
  maxLength?: number;
}

/** Asks once the typing pauses, and at once on Enter. The slash key leads here, Esc empties it. */
export function SearchField({ value, onSearch, placeholder, maxLength }: SearchFieldProps) {
  const { t } = useTranslation('select');
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(value);
  const [submitted, setSubmitted] = useState(value);
  const [known, setKnown] = useState(value);

  // What was asked elsewhere, such as by going back, is shown; the own question coming back must not undo newer letters.
  if (known !== value) {
    setKnown(value);
    if (value !== submitted) {
      setText(value);
      setSubmitted(value);
    }
  }

  const ask = () => {
    if (text.trim() === submitted) return;
    setSubmitted(text.trim());
    onSearch(text.trim());
  };
  const latest = useRef(ask);
  useEffect(() => {
    latest.current = ask;
  });

  useEffect(() => {
    const timer = setTimeout(() => latest.current(), text === '' ? 0 : PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);

  useShortcuts('list', [{ keys: ['/'], label: t('keys.search'), run: () => input.current?.focus() }]);

  return (
    <div className={css.search}>
      <Search size={16} strokeWidth={1.75} aria-hidden className={css.icon} />
      <input
        ref={input}
        type="search"
        className={css.input}
        aria-keyshortcuts="/"
        aria-label={placeholder ? `${t('search')}: ${placeholder}` : t('search')}
        placeholder={placeholder ?? t('search')}
        maxLength={maxLength}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') ask();
          if (event.key === 'Escape') setText('');
        }}
      />
    </div>
  );
}
