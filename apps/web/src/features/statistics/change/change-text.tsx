import type { Metric, Metrics } from '@poklik/contract/statistics';
import { CircleHelp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/use-language.ts';
import { changeText } from '../metrics/metric-text.ts';
import { explainedBy } from './change-scope.ts';
import css from './change-text.module.css';

interface ChangeTextProps {
  metric: Metric;
  now: Metrics | undefined;
  before: Metrics | null;
  /** Missing for those who don't see money. */
  onExplain: ((metric: Metric) => void) | undefined;
}

/** The change against the previous period, which says why when it is pressed. */
export function ChangeText({ metric, now, before, onExplain }: ChangeTextProps) {
  const { t } = useTranslation('statistics');
  const language = useLanguage();
  const change =
    now && before ? changeText(language, metric, [now, before], (difference) => t('points', { difference })) : null;
  if (!change || !onExplain)
    return (
      <span className={css.change} data-tone={change?.tone}>
        {change?.text ?? (before ? '—' : '')}
      </span>
    );
  const why = t(`why.${explainedBy(metric)}`);
  return (
    <button
      type="button"
      className={css.change}
      data-tone={change.tone}
      title={why}
      aria-label={`${change.text}. ${why}`}
      onClick={() => onExplain(metric)}
    >
      {change.text}
      <CircleHelp size={12} strokeWidth={1.75} aria-hidden />
    </button>
  );
}
