import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../../api/download.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy/copy-button.tsx';
import own from './security.module.css';

/** Shows recovery codes once. Closes after the user confirms they are saved. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const { t } = useTranslation('profile');
  const [saved, setSaved] = useState(false);
  const text = codes.join('\n');
  return (
    <div className={own.stack}>
      <Banner kind="warning">{t('recovery.once')}</Banner>
      <ul className={own.codes} aria-label={t('recovery.title')}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={own.buttons}>
        <CopyButton text={text} size="md" />
        <Button
          icon={<Download size={16} strokeWidth={1.75} aria-hidden />}
          onClick={() => saveFile(new Blob([`${text}\n`], { type: 'text/plain' }), 'recovery-codes.txt')}
        >
          {t('recovery.download')}
        </Button>
      </div>
      <label className={own.saved}>
        <input type="checkbox" checked={saved} onChange={(event) => setSaved(event.target.checked)} />
        {t('recovery.saved')}
      </label>
      <div className={own.buttons}>
        <Button variant="primary" disabled={!saved} onClick={onDone}>
          {t('recovery.done')}
        </Button>
      </div>
    </div>
  );
}
