import type { HelpMessage } from '@poklik/contract/help';
import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatFileSize } from '../../format/numbers.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { DateTime } from '../../widgets/date-time.tsx';
import css from './help.module.css';
import { downloadFile } from './help.queries.ts';

/** Files are only downloaded, never shown. */
export function Message({ requestId, message }: { requestId: number; message: HelpMessage }) {
  const { t } = useTranslation('help');
  const language = useLanguage();
  return (
    <li className={css.message} data-from={message.from}>
      <p className={css.by}>
        <span className={css.person}>{message.author ?? t('operator')}</span> <DateTime iso={message.created_at} />
      </p>
      <p className={css.text}>{message.text}</p>
      {message.files.length > 0 && (
        <ul className={css.fileList} aria-label={t('files')}>
          {message.files.map((file) => (
            <li key={file.id} className={css.file}>
              <Button
                size="sm"
                icon={<Download size={16} strokeWidth={1.75} aria-hidden />}
                onClick={() =>
                  void downloadFile(requestId, file).catch((error: Error) => toast(error.message, { kind: 'problem' }))
                }
              >
                <span className={css.fileName}>{file.name}</span>
              </Button>{' '}
              <span className={css.about}>{formatFileSize(language, file.bytes)}</span>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
