import type { SetLearning } from '@poklik/contract/learning';
import { WARM_UP_CONVERSIONS } from '@poklik/domain/learning/learn-weights';
import { useTranslation } from 'react-i18next';
import { formatInteger } from '../../../format/numbers.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import css from './learning.module.css';
import { probabilityText } from './probability-text.ts';

/** How far a set has learned, and how surely its best destination beats the next one. */
export function StateText({ learning }: { learning: SetLearning }) {
  const { t } = useTranslation('learning');
  const language = useLanguage();
  const { state, warm_up, beats, targets } = learning;
  const nameOf = (uid: string) => {
    const target = targets.find((each) => each.uid === uid);
    return target?.name || target?.url || '';
  };
  const clicks = formatInteger(language, warm_up);
  const text =
    state === 'warming_up' ? t('state.warming_up', { clicks, conversions: WARM_UP_CONVERSIONS }) : t(`state.${state}`);
  return (
    <p className={css.hint}>
      {text}
      {beats && (
        <>
          {' '}
          <strong className={css.beats}>
            {t('beats', {
              ...{ leader: nameOf(beats.uid), other: nameOf(beats.other) },
              probability: probabilityText(language, beats.probability),
            })}
          </strong>
        </>
      )}
    </p>
  );
}
