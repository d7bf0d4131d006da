import { type CampaignImportReport, IMPORT_RESULTS } from '@poklik/contract/campaign-files';
import type { SettingName } from '@poklik/domain/campaigns/version-diff';
import { useTranslation } from 'react-i18next';
import { formatInteger } from '../../../../format/numbers.ts';
import { useLanguage } from '../../../../i18n/use-language.ts';
import css from './bulk.module.css';
import { ReportSection } from './report-section.tsx';

type Reported = CampaignImportReport['campaigns'][number];
type Problem = Reported['problems'][number];

/** Listed before the rest is only counted. */
const ROWS_MAX = 200;

/** What an import would do, and why it skips what it skips. Nothing is saved yet. */
export function ImportReport({ report: { campaigns, targets, counts } }: { report: CampaignImportReport }) {
  const { t } = useTranslation(['campaign_bulk', 'campaigns']);
  const language = useLanguage();
  const hidden = campaigns.length - ROWS_MAX;
  const notable = targets.filter(({ result, differs }) => result !== 'use' || differs);
  return (
    <ReportSection>
      <ul className={css.counts}>
        {IMPORT_RESULTS.map((result) => (
          <li key={result}>
            {t(`files.result.${result}`)}: <strong>{formatInteger(language, counts[result])}</strong>
          </li>
        ))}
      </ul>
      <ul className={css.rows}>
        {notable.map(({ kind, name, result, problems }) => (
          <li key={`${kind} ${name}`} className={css.row}>
            <p className={css.name}>{t(`files.${kind}`, { name })}</p>
            <p className={css.note}>{t(`files.target.${result}`)}</p>
            <Problems list={problems} />
          </li>
        ))}
        {campaigns.slice(0, ROWS_MAX).map((campaign) => (
          // A file may have a name twice.
          <Row key={`${campaign.line} ${campaign.name}`} campaign={campaign} />
        ))}
        {hidden > 0 && <li className={css.row}>{t('campaigns:list.delete.more', { count: hidden })}</li>}
      </ul>
    </ReportSection>
  );
}

function Row({ campaign: { name, line, result, reason, changed, problems } }: { campaign: Reported }) {
  const { t } = useTranslation(['campaign_bulk', 'campaigns']);
  const why = reason ? `${t('files.result.skip')}: ${t(`files.reason.${reason}`)}` : t(`files.result.${result}`);
  const settings = changed.map((setting) => t(`campaigns:versions.setting.${setting as SettingName}`));
  return (
    <li className={css.row}>
      <p className={css.name}>{name || t('files.line', { line })}</p>
      <p className={css.note}>{settings.length > 0 ? `${why}: ${settings.join(', ')}` : why}</p>
      <Problems list={problems} />
    </li>
  );
}

function Problems({ list }: { list: readonly Problem[] }) {
  const { t } = useTranslation('campaign_bulk');
  return list.map(({ line, column, message }) => (
    <p key={`${line} ${column} ${message}`} className={css.problem}>
      {line === null ? column : t('files.place', { line, column })}: {message}
    </p>
  ));
}
