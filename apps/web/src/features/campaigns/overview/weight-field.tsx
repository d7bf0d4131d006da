import type { PathDestination } from '@poklik/domain/campaigns/traffic-path';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatPercent } from '../../../format/numbers.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import type { Weights } from './use-weights.ts';
import css from './weight-field.module.css';

interface WeightFieldProps {
  destination: Pick<PathDestination<unknown>, 'place' | 'weight' | 'plannedShare'>;
  name: string;
  /** Null for members who can't edit. */
  weights: Weights | null;
  hasFirstFocus?: boolean;
}

/** The weight of a destination and its share of the rule's visitors. */
export function WeightField({ destination, name, weights, hasFirstFocus }: WeightFieldProps) {
  const { t } = useTranslation('campaign_home');
  const language = useLanguage();
  const id = useId();
  const { place, weight, plannedShare } = destination;
  const share = formatPercent(language, plannedShare, 0);
  if (!weights) return <span className={css.weight}>{t('weights.readonly', { weight, share })}</span>;
  const isWrong = weights.invalid.has(place);
  return (
    <span className={css.weight}>
      <label htmlFor={id}>{t('weights.weight')}</label>
      <input
        id={id}
        className={css.input}
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="done"
        data-autofocus={hasFirstFocus || undefined}
        aria-label={t('weights.weight_of', { name })}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? `${id}-error` : undefined}
        value={weights.textOf(place)}
        onFocus={(event) => event.target.select()}
        onChange={(event) => weights.set(place, event.target.value)}
      />
      <span title={t('weights.share')}>{share}</span>
      {isWrong && (
        <span id={`${id}-error`} className={css.error}>
          {t('weights.wrong')}
        </span>
      )}
    </span>
  );
}
