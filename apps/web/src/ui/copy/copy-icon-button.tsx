import { Check, Copy } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../button.tsx';
import css from './copy-icon-button.module.css';
import { useCopy } from './use-copy.ts';

interface CopyIconButtonProps {
  text: string;
  /** Says what is copied and from where. */
  label: string;
}

/** For the end of a row, where a label doesn't fit. If the browser blocks copying, the text is selected for Ctrl+C. */
export function CopyIconButton({ text, label }: CopyIconButtonProps) {
  const { t } = useTranslation('select');
  const { state, copy } = useCopy();
  const source = useRef<HTMLSpanElement>(null);

  useEffect(() => {
    if (state === 'blocked' && source.current) document.getSelection()?.selectAllChildren(source.current);
  }, [state]);

  return (
    <span className={css.place}>
      <IconButton
        label={label}
        className={css.button ?? ''}
        data-copy
        data-state={state}
        onClick={() => void copy(text)}
      >
        {state === 'copied' ? (
          <Check size={16} strokeWidth={1.75} aria-hidden />
        ) : (
          <Copy size={16} strokeWidth={1.75} aria-hidden />
        )}
      </IconButton>
      {state !== 'idle' && (
        <span className={css.bubble} aria-hidden>
          {t(state === 'copied' ? 'copied' : 'press_ctrl_c')}
        </span>
      )}
      <span role="status" className={css.unseen}>
        {state === 'copied' && t('copied')}
        {state === 'blocked' && t('press_ctrl_c')}
      </span>
      {state === 'blocked' && (
        <span ref={source} className={css.unseen} aria-hidden>
          {text}
        </span>
      )}
    </span>
  );
}
