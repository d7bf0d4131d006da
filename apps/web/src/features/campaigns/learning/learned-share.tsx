import { useTranslation } from 'react-i18next';
import { formatPercent } from '../../../format/numbers.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import css from './learning.module.css';
import { useSetLearning } from './learning.queries.ts';

interface LearnedShareProps {
  campaignId: number;
  uid: string;
  /** Of the destination. */
  target: string;
  /** The share by the owner's weights. */
  planned: number;
}

/** The share of visitors that a destination of a learning set gets now. */
export function LearnedShare({ campaignId, uid, target, planned }: LearnedShareProps) {
  const { t } = useTranslation('learning');
  const language = useLanguage();
  const { data } = useSetLearning(campaignId, uid);
  const share = data?.targets.find((each) => each.uid === target)?.share ?? planned;
  return <span className={css.share}>{t('share_now', { share: formatPercent(language, share, 0) })}</span>;
}
