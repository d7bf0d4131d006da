import { CircleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../button.tsx';
import { CopyButton } from '../copy/copy-button.tsx';
import css from './error-card.module.css';

interface ErrorCardProps {
  message: string;
  /** Error code to quote to support. */
  code?: string | undefined;
  onRetry?: () => unknown;
  /** Text to copy; by default the message, the code and the URL. */
  details?: string;
}

/** Replaces a part of the screen that failed to load. */
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
