import {
  BROWSERS,
  type Condition,
  DEVICES,
  type Dimension,
  OPERATING_SYSTEMS,
  UNKNOWN_COUNTRY,
} from '@poklik/contract/routing';
import { hoursByDays } from '@poklik/domain/schedule/weekly-grid';
import { BROWSER_NAMES, SYSTEM_NAMES } from '@poklik/domain/statistics/brand-names';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatWeekday } from '../../../../format/dates.ts';
import { formatCountry, formatLanguage } from '../../../../format/display-names.ts';
import { useLanguage } from '../../../../i18n/use-language.ts';
import type { SelectOption } from '../../../../ui/choice/select.tsx';
import { countriesQuery, languagesQuery } from '../campaign.queries.ts';

export type ListedDimension = Exclude<Dimension, 'schedule'>;

export interface ConditionNames {
  options: Record<ListedDimension, SelectOption[]>;
  /** Display name of a value. */
  nameOf: (dimension: ListedDimension, value: string) => string;
  /** The condition in one line. */
  textOf: (condition: Condition) => string;
}

/** Alternative country codes. */
const OTHER_CODES: Record<string, readonly string[]> = { GB: ['UK'], US: ['USA'], AE: ['UAE'] };

/** Values listed before the rest is only counted. */
const NAMED_MAX = 4;

/** Display names for conditions in the user's language. */
export function useConditionNames(): ConditionNames {
  const { t } = useTranslation('campaigns');
  const language = useLanguage();
  const countries = useQuery(countriesQuery()).data ?? [];
  const languages = useQuery(languagesQuery()).data ?? [];
  const other = t('rules.other');

  const options: ConditionNames['options'] = {
    country: [
      ...countries.map(({ code, name }) => ({
        value: code,
        label: `${name} (${code})`,
        aliases: [name, formatCountry('en', code), ...(OTHER_CODES[code] ?? [])],
      })),
      ...(countries.some(({ code }) => code === UNKNOWN_COUNTRY)
        ? []
        : [{ value: UNKNOWN_COUNTRY, label: t('rules.unknown_country') }]),
    ],
    language: languages.map(({ code, name }) => ({
      value: code,
      label: `${name} (${code})`,
      aliases: [name, formatLanguage('en', code)],
    })),
    device: DEVICES.map((device) => ({ value: device, label: t(`rules.device.${device}`) })),
    os: OPERATING_SYSTEMS.map((os) => ({ value: os, label: os === 'other' ? other : SYSTEM_NAMES[os] })),
    browser: BROWSERS.map((browser) => ({
      value: browser,
      label: browser === 'other' ? other : BROWSER_NAMES[browser],
    })),
  };

  const nameOf: ConditionNames['nameOf'] = (dimension, value) =>
    options[dimension].find((option) => option.value === value)?.label ?? value;

  const daysOf = (weekdays: readonly number[]): string => {
    const [first = 1, last = 1] = [weekdays[0], weekdays.at(-1)];
    const isRun = weekdays.length > 2 && last - first === weekdays.length - 1;
    return isRun
      ? `${formatWeekday(language, first)}–${formatWeekday(language, last)}`
      : weekdays.map((weekday) => formatWeekday(language, weekday)).join(', ');
  };

  const valuesText = ({ dimension, values }: Condition): string => {
    if (values.length === 0) return t('rules.nothing_chosen');
    if (dimension === 'schedule') {
      return hoursByDays(values)
        .map(({ weekdays, hours }) => `${daysOf(weekdays)} ${hours.join(', ').replaceAll('-', '–')}`)
        .join('; ');
    }
    const named = values.slice(0, NAMED_MAX).map((value) => nameOf(dimension, value));
    const more = values.length - named.length;
    return more > 0 ? `${named.join(', ')} ${t('rules.and_more', { count: more })}` : named.join(', ');
  };

  return {
    options,
    nameOf,
    textOf: (condition) =>
      t(`rules.summary.${condition.operator}`, {
        dimension: t(`rules.dimension.${condition.dimension}`),
        values: valuesText(condition),
      }),
  };
}
