import { POSTBACK_RESULTS, type PostbackResult } from '@poklik/contract/conversion-values';
import type { MappingResult } from '@poklik/contract/networks';
import { useTranslation } from 'react-i18next';
import { formatInteger } from '../../format/numbers.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { PostbackResultBadge } from '../../widgets/postback-result-badge.tsx';
import css from './networks.module.css';

/** The results of the last postbacks, as they are and as they would be. */
export function MappingPreview({ result: { postbacks } }: { result: MappingResult }) {
  const { t } = useTranslation('networks');
  if (postbacks === null) return <p className={css.line}>{t('mapping_dialog.unavailable')}</p>;
  return (
    <div className={css.part} role="status">
      <p className={css.line}>{t('mapping_dialog.result', { count: postbacks.length })}</p>
      <Results label={t('mapping_dialog.now')} results={postbacks.map(({ before }) => before)} />
      <Results label={t('mapping_dialog.then')} results={postbacks.map(({ after }) => after)} />
    </div>
  );
}

function Results({ label, results }: { label: string; results: readonly PostbackResult[] }) {
  const language = useLanguage();
  const found = POSTBACK_RESULTS.filter((result) => results.includes(result));
  return (
    <div className={css.part}>
      <h3 className={css.title}>{label}</h3>
      <ul className={css.totals} aria-label={label}>
        {found.map((result) => (
          <li key={result}>
            <PostbackResultBadge verdict={result} />{' '}
            <strong>{formatInteger(language, results.filter((each) => each === result).length)}</strong>
          </li>
        ))}
      </ul>
    </div>
  );
}
