import { accountApi } from '@poklik/contract/account';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { hasPermission, useCurrentUser } from '../../api/current-user.ts';
import { saveFile } from '../../api/download.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { CloseAccount } from './close-account.tsx';
import css from './profile-page.module.css';

/** Data export and account closure. */
export function DataPanel() {
  const { t } = useTranslation('profile');
  const user = useCurrentUser();
  const isImpersonated = user.impersonated_until !== null;
  return (
    <div className={css.column}>
      {isImpersonated && <Banner kind="info">{t('impersonating')}</Banner>}
      {hasPermission(user, 'account:export') && <ExportCard />}
      {!isImpersonated && (
        <section className={css.card} aria-labelledby="delete-heading">
          <h2 id="delete-heading" className={css.heading}>
            {t('data.delete_title')}
          </h2>
          {hasPermission(user, 'account:delete') ? (
            <CloseAccount />
          ) : (
            <p className={css.text}>{t('data.owner_only')}</p>
          )}
        </section>
      )}
    </div>
  );
}

function ExportCard() {
  const { t } = useTranslation('profile');
  const [state, setState] = useState<'idle' | 'working' | Error>('idle');
  const save = async () => {
    setState('working');
    try {
      const { data } = await call(accountApi.export);
      const file = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' });
      saveFile(file, `my-data-${data.exported_at.slice(0, 10)}.json`);
      setState('idle');
      toast(t('data.exported'));
    } catch (error) {
      setState(error instanceof Error ? error : new Error(String(error)));
    }
  };
  return (
    <section className={css.card} aria-labelledby="export-heading">
      <h2 id="export-heading" className={css.heading}>
        {t('data.export_title')}
      </h2>
      <div className={css.stack}>
        <p className={css.text}>{t('data.export_text')}</p>
        {state instanceof Error && (
          <Banner kind="danger" role="alert">
            {state.message}
          </Banner>
        )}
        <div className={css.actions}>
          <Button
            icon={<Download size={16} strokeWidth={1.75} aria-hidden />}
            loading={state === 'working'}
            onClick={() => void save()}
          >
            {t('data.export')}
          </Button>
        </div>
      </div>
    </section>
  );
}
