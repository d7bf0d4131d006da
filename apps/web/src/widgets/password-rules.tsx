import { resemblesEmail } from '@poklik/domain/auth/password-rules';
import { Check, Circle } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import css from './password-rules.module.css';

interface PasswordRulesProps {
  password: string;
  email: string;
  minLength: number;
}

/** Checks the rules while the user types. Only the server knows common passwords, so that rule is never checked off. */
export function PasswordRules({ password, email, minLength }: PasswordRulesProps) {
  const { t } = useTranslation('auth');
  const rules = [
    { name: 'length', text: t('rules.length', { count: minLength }), kept: password.length >= minLength },
    { name: 'not_email', text: t('rules.not_email'), kept: password !== '' && !resemblesEmail(password, email) },
    { name: 'not_common', text: t('rules.not_common'), kept: false },
  ];
  return (
    <ul className={css.rules}>
      {rules.map(({ name, text, kept }) => (
        <li key={name} data-rule={name} data-kept={kept || undefined}>
          {kept ? <Check size={14} strokeWidth={2} aria-hidden /> : <Circle size={14} strokeWidth={1.75} aria-hidden />}
          {text}
          {kept && <span className={css.unseen}>, {t('rules.kept')}</span>}
        </li>
      ))}
    </ul>
  );
}
