import { Eye, EyeOff, TriangleAlert } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../button.tsx';
import css from './field.module.css';
import { describedBy, Field, type FieldTexts } from './field.tsx';
import { useField } from './use-field.ts';

interface PasswordFieldProps extends FieldTexts {
  name: string;
  autoComplete: 'current-password' | 'new-password';
}

export function PasswordField({ name, label, hint, required, autoComplete }: PasswordFieldProps) {
  const { t } = useTranslation('select');
  const { id, error, reason, registration } = useField(name);
  // The hint of a new password already lists the rules.
  const isErrorInHint = hint !== undefined && reason === 'too_short';
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const readCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));

  return (
    <Field
      id={id}
      label={label}
      hint={hint}
      {...(required && { required })}
      error={error}
      isErrorInHint={isErrorInHint}
    >
      <div className={css.password}>
        <input
          {...registration}
          id={id}
          type={shown ? 'text' : 'password'}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          className={css.control}
          onKeyDown={readCapsLock}
          onKeyUp={readCapsLock}
          onBlur={(event) => {
            setCapsLock(false);
            return registration.onBlur(event);
          }}
          aria-required={required || undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, hint, !isErrorInHint && error)}
        />
        <IconButton
          label={t(shown ? 'hide_password' : 'show_password')}
          className={css.reveal}
          onClick={() => setShown(!shown)}
        >
          {shown ? <EyeOff size={16} strokeWidth={1.75} /> : <Eye size={16} strokeWidth={1.75} />}
        </IconButton>
      </div>
      <div role="status">
        {capsLock && (
          <div className={css.capsLock}>
            <TriangleAlert size={14} strokeWidth={1.75} aria-hidden />
            {t('caps_lock')}
          </div>
        )}
      </div>
    </Field>
  );
}
