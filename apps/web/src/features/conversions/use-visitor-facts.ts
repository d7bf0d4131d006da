import { type Condition, UNKNOWN_COUNTRY } from '@poklik/contract/routing';
import { BRAND_NAMES } from '@poklik/domain/statistics/brand-names';
import { useTranslation } from 'react-i18next';
import { formatWeekday } from '../../format/dates.ts';
import { formatCountry, formatLanguage } from '../../format/display-names.ts';
import { useLanguage } from '../../i18n/use-language.ts';

type Fact = Condition['dimension'];
const FACTS = ['country', 'language', 'device', 'os', 'browser'] as const;

/** Display names of a visitor's facts. */
export function useVisitorFacts(): {
  word: (fact: Fact, value: string) => string;
  line: (visitor: Partial<Record<Fact, string>>) => string;
} {
  const { t } = useTranslation('conversions');
  const language = useLanguage();
  const word = (fact: Fact, value: string): string => {
    if (fact === 'country') {
      return value === UNKNOWN_COUNTRY ? t('unknown_country') : formatCountry(language, value);
    }
    if (fact === 'language') return value && formatLanguage(language, value);
    if (fact === 'device') return t(`device.${value}`, value);
    if (fact === 'schedule') return value.replace(/^[1-7]/, (day) => formatWeekday(language, Number(day)));
    return BRAND_NAMES[value] ?? (value === 'other' ? t('device.other') : value);
  };
  return {
    word,
    line: (visitor) => FACTS.flatMap((fact) => (visitor[fact] ? [word(fact, visitor[fact])] : [])).join(' · '),
  };
}
