import { rankOptions, type SearchOption } from '@poklik/domain/search/option-search';
import { type KeyboardEvent, useRef } from 'react';

interface OptionSearchOptions<O extends SearchOption> {
  options: readonly O[];
  /** The typed text, without a label that the control inserted itself. */
  typed: string;
  /** The server searches too and may match options by more than their label. */
  isAsked?: boolean;
  /** In a multi-select, Enter with nothing typed must not choose another option. */
  isMany?: boolean;
  onChoose: (option: O) => void;
}

const isPlainEnter = ({ key, ctrlKey, metaKey, altKey, nativeEvent }: KeyboardEvent): boolean =>
  key === 'Enter' && !ctrlKey && !metaKey && !altKey && !nativeEvent.isComposing;

/** Ranks options by the typed text. Enter chooses the best match and never submits the form. */
export function useOptionSearch<O extends SearchOption>({
  options,
  typed,
  isAsked = false,
  isMany = false,
  onChoose,
}: OptionSearchOptions<O>) {
  /** The arrow keys left the first option, so Enter chooses the highlighted one. */
  const isMoved = useRef(false);
  const ranked = typed.trim() === '' ? [] : rankOptions(options, typed);
  const others = isAsked ? options.filter((option) => !ranked.includes(option)) : [];

  return {
    found: typed.trim() === '' ? options : [...ranked, ...others],
    hasBest: ranked.length > 0,
    onTyped: () => {
      isMoved.current = false;
    },
    /** Attached around the control to handle the key first. */
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
