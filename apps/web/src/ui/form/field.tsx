import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import css from './field.module.css';

export interface FieldTexts {
  label: ReactNode;
  hint?: ReactNode;
  /** Adds the word "required"; use it only for the minority of a form's fields. */
  required?: boolean;
}

interface FieldProps extends FieldTexts {
  id: string;
  error: string | undefined;
  /** The hint already says what is wrong, so the error is not repeated. */
  isErrorInHint?: boolean;
  /** Typed and allowed length. */
  counter?: ReactNode;
  children: ReactNode;
}

export const describedBy = (id: string, hint: unknown, error: unknown): string | undefined =>
  [error ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean).join(' ') || undefined;

/** Label, control, then the error or hint. */
export function Field({ id, label, hint, required, error, isErrorInHint, counter, children }: FieldProps) {
  const { t } = useTranslation('select');
  return (
    <div className={css.field} data-refused={error ? true : undefined}>
      <label className={css.label} htmlFor={id}>
        {label}
        {required && <span className={css.mark}> ({t('required')})</span>}
      </label>
      {children}
      {(error || hint || counter) && (
        <div className={css.notes}>
          <div>
            {error && !isErrorInHint && <FieldErrorText id={`${id}-error`}>{error}</FieldErrorText>}
            {hint && (
              <div id={`${id}-hint`} className={css.hint}>
                {hint}
              </div>
            )}
          </div>
          {counter && <div className={css.counter}>{counter}</div>}
        </div>
      )}
    </div>
  );
}

export function FieldErrorText({ id, children }: { id: string; children: ReactNode }) {
  return (
    <div id={id} className={css.error}>
      <CircleAlert size={14} strokeWidth={1.75} aria-hidden className={css.errorIcon} />
      <span>{children}</span>
    </div>
  );
}
