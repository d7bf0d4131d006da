import type { Domain } from '@poklik/contract/domains';
import { useTranslation } from 'react-i18next';
import { CopyField } from '../../ui/copy/copy-field.tsx';
import css from './domain-card.module.css';

/** The DNS records to set. They are folded once they are right. */
export function DomainRecord({ record, status }: { record: NonNullable<Domain['record']>; status: Domain['status'] }) {
  const { t } = useTranslation('domains');
  const { cname, txt } = record;
  return (
    <details className={css.record} open={status !== 'active'}>
      <summary>{t('record.title')}</summary>
      <div className={css.recordBody}>
        <p className={css.text}>{t('record.text')}</p>
        <div className={css.fields}>
          <CopyField label={t('record.cname_name')} value={cname.name} />
          <CopyField label={t('record.cname_value')} value={cname.value} />
        </div>
        <details className={css.other} open={isTxtWanted(record, status)}>
          <summary>{t('record.other')}</summary>
          <div className={css.recordBody}>
            <p className={css.text}>{t('record.other_text')}</p>
            <div className={css.fields}>
              <CopyField label={t('record.txt_name')} value={txt.name} />
              <CopyField label={t('record.txt_value')} value={txt.value} />
            </div>
          </div>
        </details>
      </div>
    </details>
  );
}

/** A root domain can't have a CNAME record. */
const isTxtWanted = ({ cname }: NonNullable<Domain['record']>, status: Domain['status']): boolean =>
  status !== 'active' && cname.name.split('.').length === 2;
