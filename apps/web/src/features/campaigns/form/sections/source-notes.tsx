import type { TrafficSource } from '@poklik/contract/traffic-sources';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../../../ui/badge.tsx';
import css from './fields.module.css';

/** What is known about the chosen template, and where to check it. */
export function SourceNotes({ source }: { source: TrafficSource }) {
  const { t } = useTranslation('campaigns');
  const { is_own, is_verified, unverified, docs_url, notes } = source;
  const isUnsure = !is_own && !is_verified;
  if (!isUnsure && unverified.length === 0 && docs_url === null && notes === '') return null;
  return (
    <div className={css.part}>
      {isUnsure && (
        <div>
          <Badge kind="warning" shape="alert">
            {t('form.source_unverified')}
          </Badge>
        </div>
      )}
      {!isUnsure && unverified.length > 0 && (
        <p className={css.text}>{t('form.source_partly', { parts: unverified.join(', ') })}</p>
      )}
      {notes !== '' && <p className={css.text}>{notes}</p>}
      {docs_url !== null && (
        <p className={css.text}>
          <a href={docs_url} target="_blank" rel="noreferrer noopener">
            {t('form.source_docs')}
          </a>
        </p>
      )}
    </div>
  );
}
