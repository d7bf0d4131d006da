import { BASE_CURRENCY } from '@poklik/contract/money';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '../../../format/numbers.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { FilterChip } from '../../../widgets/filters/filter-bar.tsx';
import { useCampaignName } from '../../../widgets/use-campaign-options.ts';
import { type ConversionFilters, type FilterField, useFilterNames } from './filter-fields.ts';

interface FilterChipsProps {
  filters: ConversionFilters;
  fields: readonly FilterField[];
}

/** One chip per filter that is set. */
export function FilterChips({ filters, fields }: FilterChipsProps) {
  const { fieldName, valueName } = useFilterNames();
  return fields.map((field) => {
    if (field === 'revenue') return <AmountChips key={field} filters={filters} />;
    const value = filters.values[field];
    if (!value) return null;
    if (field === 'company_id') return <CampaignChip key={field} id={value} filters={filters} />;
    const name = `${fieldName(field)}: ${valueName(field, value)}`;
    return <FilterChip key={field} name={name} without={filters.to(field, null)} />;
  });
}

function CampaignChip({ id, filters }: { id: string; filters: ConversionFilters }) {
  const { fieldName } = useFilterNames();
  const name = useCampaignName(id);
  return (
    <FilterChip name={`${fieldName('company_id')}: ${name ?? `#${id}`}`} without={filters.to('company_id', null)} />
  );
}

function AmountChips({ filters }: { filters: ConversionFilters }) {
  const { t } = useTranslation('conversions');
  const language = useLanguage();
  return (['revenue_min', 'revenue_max'] as const).map((bound) => {
    const amount = filters.values[bound];
    if (!amount) return null;
    const name = t(`chip.${bound}`, { amount: formatMoney(language, amount, BASE_CURRENCY) });
    return <FilterChip key={bound} name={name} without={filters.to(bound, null)} />;
  });
}
