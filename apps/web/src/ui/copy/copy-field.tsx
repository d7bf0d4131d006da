import { useId, useRef } from 'react';
import { CopyButton } from './copy-button.tsx';
import css from './copy-field.module.css';

interface CopyFieldProps {
  label: string;
  value: string;
}

/** A link, key or id to copy: one click selects all of it, the button copies it. */
export function CopyField({ label, value }: CopyFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className={css.field}>
      <label className={css.label} htmlFor={id}>
        {label}
      </label>
      <div className={css.line}>
        <input
          ref={input}
          id={id}
          className={css.value}
          value={value}
          readOnly
          onClick={() => input.current?.select()}
        />
        <CopyButton text={value} size="md" />
      </div>
    </div>
  );
}
