import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { useLocalizedPath } from '../../i18n/use-localized-path.ts';
import { Highlight } from '../../ui/highlight.tsx';
import { Keys } from '../../ui/keyboard/keys.tsx';
import type { Command } from './command.ts';
import css from './palette.module.css';

interface PaletteOptionProps {
  id: string;
  command: Command;
  search: string;
  isActive: boolean;
  onPoint: () => void;
  onChoose: () => void;
}

/** Navigation options are links, so they open in a new tab too. The focus stays in the field. */
export function PaletteOption({ id, command, search, isActive, onPoint, onChoose }: PaletteOptionProps) {
  const localizedPath = useLocalizedPath();
  const { label, detail, icon: Icon, keys } = command;
  const option = {
    id,
    role: 'option',
    'aria-selected': isActive,
    tabIndex: -1,
    className: css.option ?? '',
    onPointerMove: onPoint,
    onMouseDown: (event) => event.preventDefault(),
  } satisfies ComponentProps<'button'> & ComponentProps<'a'>;
  const content = (
    <>
      <Icon size={16} strokeWidth={1.75} aria-hidden className={css.optionIcon} />
      <span className={css.label}>
        <Highlight text={label} search={search} />
      </span>
      {detail && <span className={css.detail}>{detail}</span>}
      {keys && (
        <span className={css.optionKeys} aria-hidden>
          <Keys keys={keys} />
        </span>
      )}
    </>
  );
  return 'to' in command ? (
    <Link
      {...option}
      to={localizedPath(command.to)}
      onClick={(event) => !(event.ctrlKey || event.metaKey || event.shiftKey) && onChoose()}
    >
      {content}
    </Link>
  ) : (
    <button {...option} type="button" onClick={onChoose}>
      {content}
    </button>
  );
}
