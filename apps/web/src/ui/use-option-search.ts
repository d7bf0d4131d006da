import { rankOptions, type SearchOption } from '@poklik/domain/search/option-search';
import { type KeyboardEvent, useRef } from 'react';

interface OptionSearchOptions<O extends SearchOption> {
  options: readonly O[];
  /** What the reader has typed, without a name that the control wrote there itself. */
  typed: string;
  /** The server searches too, and may know an option by more than its name. */
  isAsked?: boolean;
  /** Several are chosen one after the other: Enter again, with nothing typed, must not choose another one. */
  isMany?: boolean;
  onChoose: (option: O) => void;
}

const isPlainEnter = ({ key, ctrlKey, metaKey, altKey, nativeEvent }: KeyboardEvent): boolean =>
  key === 'Enter' && !ctrlKey && !metaKey && !altKey && !nativeEvent.isComposing;

/** Finding in a list by typing: the best fit comes first, Enter chooses it, and no Enter in the field sends the form. */
export function useOptionSearch<O extends SearchOption>({
  options,
  typed,
  isAsked = false,
  isMany = false,
  onChoose,
}: OptionSearchOptions<O>) {
  /** The arrows have moved away from the first option, so Enter means the one that they stand on. */
  const isMoved = useRef(false);
  const ranked = typed.trim() === '' ? [] : rankOptions(options, typed);
  const others = isAsked ? options.filter((option) => !ranked.includes(option)) : [];

  return {
    found: typed.trim() === '' ? options : [...ranked, ...others],
    hasBest: ranked.length > 0,
    onTyped: () => {
      isMoved.current = false;
    },
    /** Stands around the control, to have the key before it. */
    onKeyDownCapture: (event: KeyboardEvent) => {
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') isMoved.current = true;
      if (!isPlainEnter(event)) return;
      event.preventDefault();
      if (isMoved.current || (typed.trim() === '' && !isMany)) return;
      event.stopPropagation();
      if (ranked[0]) onChoose(ranked[0]);
    },
  };
}
