import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../api/current-user.ts';
import { formatDateTime } from '../../format/dates.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { Button } from '../../ui/button.tsx';
import { CopyField } from '../../ui/copy/copy-field.tsx';
import css from './networks.module.css';
import { ReplaceKeyDialog } from './replace-key-dialog.tsx';

/** The address that every network can use. */
export function AccountAddress({ url, until }: { url: string; until: string | null }) {
  const { t } = useTranslation('networks');
  const { timezone } = useCurrentUser();
  const language = useLanguage();
  const [replacing, setReplacing] = useState(false);
  return (
    <div className={css.account}>
      <CopyField label={t('account_url')} value={url} />
      <p className={css.line}>
        {t('account_text')}
        {until && ` ${t('kept_key', { date: formatDateTime(language, until, timezone) })}`}
      </p>
      <div>
        <Button size="sm" onClick={() => setReplacing(true)}>
          {t('rotate_account')}
        </Button>
      </div>
      <ReplaceKeyDialog opened={replacing} network={null} onClose={() => setReplacing(false)} />
    </div>
  );
}
