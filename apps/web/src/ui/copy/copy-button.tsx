import { Check, Copy } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../button.tsx';
import css from './copy-button.module.css';
import { useCopy } from './use-copy.ts';

interface CopyButtonProps {
  text: string;
  /** "Copy" by default. */
  label?: string;
  size?: 'sm' | 'md';
}

/** Shows the result in place of its label, without changing its width. */
export function CopyButton({ text, label, size = 'sm' }: CopyButtonProps) {
  const { t } = useTranslation('select');
  const { state, copy } = useCopy();
  const source = useRef<HTMLSpanElement>(null);

  useEffect(() => {
    if (state === 'blocked' && source.current) document.getSelection()?.selectAllChildren(source.current);
  }, [state]);

  const labels = { idle: label ?? t('copy'), copied: t('copied'), blocked: t('press_ctrl_c') };
  const Icon = state === 'copied' ? Check : Copy;
  return (
    <>
      <Button size={size} onClick={() => void copy(text)}>
        <span className={css.labels}>
          {(['idle', 'copied', 'blocked'] as const).map((each) => (
            <span
              key={each}
              className={css.label}
              data-shown={each === state || undefined}
              aria-hidden={each !== state}
            >
              <Icon size={16} strokeWidth={1.75} aria-hidden />
              {labels[each]}
            </span>
          ))}
        </span>
      </Button>
      <span role="status" className={css.unseen}>
        {state === 'idle' ? '' : labels[state]}
      </span>
      {state === 'blocked' && (
        <span ref={source} className={css.unseen} aria-hidden>
          {text}
        </span>
      )}
    </>
  );
}
