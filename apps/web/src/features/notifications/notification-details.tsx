import type { Notification } from '@poklik/contract/notifications';
import { useTranslation } from 'react-i18next';
import { formatInteger } from '../../format/numbers.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { Button } from '../../ui/button.tsx';
import { DialogActions } from '../../ui/dialog/dialog-actions.tsx';
import { Modal } from '../../ui/dialog/modal.tsx';
import { DateTime } from '../../widgets/date-time.tsx';
import css from './notifications-page.module.css';

interface NotificationDetailsProps {
  notification: Notification;
  audience: string;
  title: string;
  onClose: () => void;
}

/** Whom an announcement reaches, when, and how many have read it. */
export function NotificationDetails({ notification, audience, title, onClose }: NotificationDetailsProps) {
  const { t } = useTranslation('notifications');
  const { t: control } = useTranslation('select');
  const language = useLanguage();
  const { created_at: created, starts_at: start, ends_at: end, readers } = notification;
  return (
    <Modal opened onClose={onClose} title={title}>
      <dl className={css.details}>
        <dt>{t('audience')}</dt>
        <dd>{audience}</dd>
        <dt>{t('starts_at')}</dt>
        <dd>
          <DateTime iso={start ?? created} />
        </dd>
        <dt>{t('ends_at')}</dt>
        <dd>{end === null ? t('no_end') : <DateTime iso={end} />}</dd>
        <dt>{t('by_mail_sent')}</dt>
        <dd>{control(notification.by_mail ? 'yes' : 'no')}</dd>
        <dt>{t('readers')}</dt>
        <dd>{formatInteger(language, readers)}</dd>
      </dl>
      <DialogActions>
        <Button onClick={onClose}>{control('close')}</Button>
      </DialogActions>
    </Modal>
  );
}
