import { BULK_EDIT_RESULTS, type BulkEditReport } from '@poklik/contract/bulk-edits';
import { useTranslation } from 'react-i18next';
import { formatInteger } from '../../../../format/numbers.ts';
import { useLanguage } from '../../../../i18n/use-language.ts';
import css from './bulk.module.css';
import { ReportSection } from './report-section.tsx';
import { useFieldName } from './use-field-name.ts';

type Reported = BulkEditReport['campaigns'][number];

/** Listed before the rest is only counted. */
const ROWS_MAX = 100;

/** What an edit would change, campaign by campaign. Nothing is saved yet. */
export function EditReport({ report: { campaigns, counts } }: { report: BulkEditReport }) {
  const { t } = useTranslation(['campaign_bulk', 'campaigns']);
  const language = useLanguage();
  const listed = campaigns.filter(({ result }) => result !== 'unchanged');
  const hidden = listed.length - ROWS_MAX;
  return (
    <ReportSection>
      <ul className={css.counts}>
        {BULK_EDIT_RESULTS.filter((result) => result === 'changed' || counts[result] > 0).map((result) => (
          <li key={result}>
            {t(`result.${result}`)}: <strong>{formatInteger(language, counts[result])}</strong>
          </li>
        ))}
      </ul>
      {listed.length === 0 ? (
        <p className={css.note}>{t('nothing')}</p>
      ) : (
        <ul className={css.rows}>
          {listed.slice(0, ROWS_MAX).map((campaign) => (
            <Row key={campaign.id} campaign={campaign} />
          ))}
          {hidden > 0 && <li className={css.row}>{t('campaigns:list.delete.more', { count: hidden })}</li>}
        </ul>
      )}
    </ReportSection>
  );
}

function Row({ campaign: { name, result, fields, more, problems } }: { campaign: Reported }) {
  const { t } = useTranslation(['campaign_bulk', 'campaigns']);
  const nameOf = useFieldName();
  return (
    <li className={css.row}>
      <p className={css.name}>{result === 'changed' ? name : `${name} — ${t(`result.${result}`)}`}</p>
      {problems.map(({ field, message }) => (
        <p key={field} className={css.problem}>
          {nameOf(field)}: {message}
        </p>
      ))}
      {fields.map(({ field, before, after }) => (
        <p key={field} className={css.change}>
          <span className={css.note}>{nameOf(field)}:</span> <del>{before === '' ? '—' : before}</del>{' '}
          <span aria-hidden>→</span> <ins>{after === '' ? '—' : after}</ins>
        </p>
      ))}
      {more > 0 && <p className={css.note}>{t('more_fields', { count: more })}</p>}
    </li>
  );
}
