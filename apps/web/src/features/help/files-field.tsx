import { Paperclip, X } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatFileSize } from '../../format/numbers.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { Button } from '../../ui/button.tsx';
import { FieldErrorText } from '../../ui/form/field.tsx';
import css from './help.module.css';
import type { ChosenFiles } from './use-files.ts';

/** Chooses files. Replaces the native file input, which uses the browser's language. */
export function FilesField({ chosen }: { chosen: ChosenFiles }) {
  const { t } = useTranslation('help');
  const language = useLanguage();
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className={css.files}>
      <div className={css.chooser}>
        <Button
          size="sm"
          icon={<Paperclip size={16} strokeWidth={1.75} aria-hidden />}
          onClick={() => input.current?.click()}
        >
          {t('attach')}
        </Button>{' '}
        <span className={css.about}>{t('attach_hint')}</span>
      </div>
      {chosen.problem !== null && (
        <div role="alert">
          <FieldErrorText id="help-files-error">{chosen.problem}</FieldErrorText>
        </div>
      )}
      {chosen.files.length > 0 && (
        <ul className={css.fileList} aria-label={t('files')}>
          {chosen.files.map((file) => (
            <li key={`${file.name} ${file.content.length}`} className={css.file}>
              <span className={css.fileName}>{file.name}</span>{' '}
              <span className={css.about}>{formatFileSize(language, file.bytes)}</span>
              <Button
                size="sm"
                variant="ghost"
                aria-label={t('detach', { name: file.name })}
                icon={<X size={16} strokeWidth={1.75} aria-hidden />}
                onClick={() => chosen.remove(file)}
              />
            </li>
          ))}
        </ul>
      )}
      <input
        ref={input}
        hidden
        multiple
        type="file"
        accept=".png,.jpg,.jpeg,.pdf,.csv,.txt"
        onChange={({ target }) => {
          void chosen.add([...(target.files ?? [])]);
          // Allows choosing the same file again.
          target.value = '';
        }}
      />
    </div>
  );
}
