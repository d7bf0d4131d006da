import type { StatisticsRow } from '@poklik/contract/statistics';
import type { Place } from '@poklik/domain/campaigns/place-weights';
import type { PathRule } from '@poklik/domain/campaigns/traffic-path';
import { CONVERSIONS_NEEDED, splitResult, WINNER_CONVERSIONS } from '@poklik/domain/statistics/split-result';
import { Trophy } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatPercent } from '../../../format/numbers.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { Button } from '../../../ui/button.tsx';
import { probabilityText } from '../learning/probability-text.ts';
import css from './split-note.module.css';
import type { Weights } from './use-weights.ts';

interface SplitNoteProps {
  rule: PathRule<StatisticsRow>;
  nameOf: (place: Place) => string;
  /** Null for members who can't edit. */
  weights: Weights | null;
}

/** Which destination of a split converts better, or that it is too early to tell. */
export function SplitNote({ rule, nameOf, weights }: SplitNoteProps) {
  const { t } = useTranslation('campaign_home');
  const language = useLanguage();
  const split = rule.destinations.filter(({ isActive, plannedShare }) => isActive && plannedShare !== null);
  const result = splitResult(
    split.map(({ place, metrics }) => ({
      place,
      clicks: metrics?.clicks ?? 0,
      conversions: metrics?.conversions ?? 0,
    })),
  );
  if (!result) return null;
  const { leader, runnerUp, lift, interval, probability, isWinner } = result;
  const percent = (share: number) => formatPercent(language, share, 0);
  const names = { leader: nameOf(leader.place), other: nameOf(runnerUp.place) };
  if (!interval) {
    const count = leader.conversions + runnerUp.conversions;
    return <p className={css.note}>{t('split.few', { count, needed: CONVERSIONS_NEEDED })}</p>;
  }
  const [low, high] = interval;
  const range = t('split.interval', { low: percent(low), high: percent(high) });
  const verdict = lift === null ? t('split.only', names) : t('split.better', { ...names, lift: percent(lift) });
  const beats = t('split.probability', { ...names, probability: probabilityText(language, probability) });
  if (!isWinner) {
    return (
      <p className={css.note}>
        {verdict} {range} {beats} {t('split.early', { needed: WINNER_CONVERSIONS })}
      </p>
    );
  }
  return (
    <div className={css.winner}>
      <Trophy size={16} strokeWidth={1.75} aria-hidden className={css.icon} />
      <p className={css.text}>
        {verdict} {range} {beats}
      </p>
      {weights && (
        <Button size="sm" loading={weights.isSaving} onClick={() => void weights.giveAll(leader.place)}>
          {t('split.give_all')}
        </Button>
      )}
    </div>
  );
}
