import type { Language } from '@poklik/contract/language';
import type { Dimension } from '@poklik/contract/statistics';
import type { ChangePart, ExplainedPart } from '@poklik/contract/statistics-change';
import { useTranslation } from 'react-i18next';
import { formatInteger, formatMoney, formatPercent } from '../../../format/numbers.ts';
import { useLanguage } from '../../../i18n/use-language.ts';

const CURRENCY = 'USD';

/** The numbers that changed, as a sentence. */
export function usePartText(): (part: ExplainedPart, dimension: Dimension) => string {
  const { t } = useTranslation(['change', 'statistics']);
  const language = useLanguage();
  return ({ part, before, now }, dimension) => {
    if (part === 'mix')
      return t('detail.mix', { dimension: t(`statistics:dimension.${dimension}`, { defaultValue: dimension }) });
    const values = { now: valueText(language, part, now), before: valueText(language, part, before) };
    return part === 'rejections' || part === 'approval_lag' ? t(`detail.${part}`, values) : t('detail.value', values);
  };
}

function valueText(language: Language, part: ChangePart, value: ExplainedPart['now']): string {
  if (typeof value === 'string') return formatMoney(language, value, CURRENCY, part === 'cost' ? 4 : 2);
  if (part === 'volume') return formatInteger(language, value);
  return formatPercent(language, value, part === 'conversion_rate' ? 2 : 0);
}
