import { CircleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { CopyButton } from './copy-button.tsx';
import css from './error-card.module.css';

interface ErrorCardProps {
  message: string;
  /** What to name when asking for help. */
  code?: string | undefined;
  onRetry?: () => unknown;
  /** Text for the clipboard; the message, the code and the address unless given. */
  details?: string;
}

/** A part of the screen that could not be shown, in the place where it would stand. */
export function ErrorCard({ message, code, onRetry, details }: ErrorCardProps) {
  const { t } = useTranslation('select');
  const forClipboard = () => details ?? [message, code, window.location.href].filter(Boolean).join('\n');
  return (
    <div className={css.card} role="alert">
      <CircleAlert size={24} strokeWidth={1.75} aria-hidden className={css.icon} />
      <p className={css.message}>{message}</p>
      {code && (
        <p className={css.code}>
          {t('error_code')}: <code>{code}</code>
        </p>
      )}
      <div className={css.actions}>
        {onRetry && (
          <Button size="sm" variant="primary" onClick={() => void onRetry()}>
            {t('retry')}
          </Button>
        )}
        <CopyButton text={forClipboard()} label={t('copy_details')} />
      </div>
    </div>
  );
}
