import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useShortcuts } from '../keyboard/use-shortcuts.ts';
import css from './search-field.module.css';

/** Delay after the last keystroke. */
const PAUSE_MS = 300;

interface SearchFieldProps {
  /** Current search. */
  value: string;
  onSearch: (text: string) => void;
  /** Says what is searched. */
  placeholder?: string;
  maxLength?: number;
}

/** Searches after a pause or on Enter. Slash focuses it, Esc clears it. */
export function SearchField({ value, onSearch, placeholder, maxLength }: SearchFieldProps) {
  const { t } = useTranslation('select');
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(value);
  const [submitted, setSubmitted] = useState(value);
  const [known, setKnown] = useState(value);

  // Shows a search set elsewhere, such as by going back, without undoing newer typing.
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
