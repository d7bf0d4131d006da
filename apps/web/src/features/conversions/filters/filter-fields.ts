import { CONVERSION_STATUSES } from '@poklik/contract/campaigns';
import { CLICK_OUTCOMES } from '@poklik/contract/clicks';
import { STANDARD_TYPES } from '@poklik/contract/conversion-types';
import { CONVERSION_SOURCES, POSTBACK_RESULTS } from '@poklik/contract/conversion-values';
import { OUTGOING_STATES } from '@poklik/contract/outgoing';
import { DEVICES } from '@poklik/contract/routing';
import { useTranslation } from 'react-i18next';
import type { ListFilters } from '../../../ui/data-table/use-list-filters.ts';
import { useTypeName } from '../../../widgets/conversion-types/conversion-types.queries.ts';
import { PERIOD_PARAMETERS } from '../../../widgets/periods/period.ts';
import { useVisitorFacts } from '../use-visitor-facts.ts';

/** Filters that take one of a few values, with the key prefix of their names. */
const CHOICES = {
  status: { values: CONVERSION_STATUSES, words: 'status' },
  type: { values: STANDARD_TYPES, words: 'status' },
  source: { values: CONVERSION_SOURCES, words: 'source' },
  verdict: { values: POSTBACK_RESULTS, words: 'verdict' },
  click_verdict: { values: CLICK_OUTCOMES, words: 'click_verdict' },
  device: { values: DEVICES, words: 'device' },
  delivery: { values: OUTGOING_STATES, words: 'outgoing.state' },
} as const;

export type Choice = keyof typeof CHOICES;
export const choicesOf = (name: Choice): readonly string[] => CHOICES[name].values;

/** What the lists of this feature can be filtered by; the payout is from an amount to another. */
export type FilterField = Choice | 'country' | 'company_id' | 'revenue';

export const isChoice = (name: FilterField): name is Choice => name in CHOICES;

/** Parameters of the lists of this feature. */
export const FILTER_NAMES = [
  ...(Object.keys(CHOICES) as Choice[]),
  ...(['search', 'country', 'company_id', 'revenue_min', 'revenue_max', 'time_basis', 'id'] as const),
  ...PERIOD_PARAMETERS,
];
export type ConversionFilters = ListFilters<(typeof FILTER_NAMES)[number]>;

/** Names of filters and of their values. */
export function useFilterNames(): {
  fieldName: (name: FilterField) => string;
  valueName: (name: Choice | 'country', value: string) => string;
} {
  const { t } = useTranslation('conversions');
  const { word } = useVisitorFacts();
  const typeName = useTypeName();
  return {
    fieldName: (name) =>
      name === 'company_id' ? t('campaign') : name === 'revenue' ? t('payout') : t(`filter.${name}`),
    valueName: (name, value) => {
      if (name === 'country') return word('country', value);
      if (name === 'type') return typeName(value);
      return t(`${CHOICES[name].words}.${value}`, { defaultValue: value });
    },
  };
}

/** Invalid values are ignored. */
export const oneOf = <const Value extends string>(values: readonly Value[], value: string | undefined) =>
  values.find((each) => each === value);
