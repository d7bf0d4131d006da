import { CAMPAIGN_STATUSES, SEARCH_MAX } from '@poklik/contract/campaigns';
import { FilterX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Banner } from '../../../ui/banner.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { ChoiceLinks } from '../../../ui/choice/choice-links.tsx';
import { FilterSelect } from '../../../ui/choice/filter-select.tsx';
import { SearchField } from '../../../ui/choice/search-field.tsx';
import { FilterSheet } from '../../../ui/data-table/filter-sheet.tsx';
import { useNarrow } from '../../../ui/use-narrow.ts';
import type { PeriodControl } from '../../../widgets/periods/period.ts';
import { CampaignPeriod } from './campaign-period.tsx';
import type { RevenueChoice } from './revenue/use-revenue-basis.ts';
import type { CampaignFilters } from './use-campaign-filters.ts';

interface CampaignToolbarProps {
  filters: CampaignFilters;
  tags: string[];
  period: PeriodControl;
  revenue: RevenueChoice;
}

/** Period, search, status and tag filters. On a phone the period is with the totals. */
export function CampaignToolbar({ filters, tags, period, revenue }: CampaignToolbarProps) {
  const { t } = useTranslation('campaigns');
  const narrow = useNarrow();
  const { values, query } = filters;
  const chosen = query.tag ?? null;
  // The URL may contain a tag that no longer exists.
  const known = chosen === null || tags.includes(chosen) ? tags : [chosen, ...tags];
  return (
    <>
      {!narrow && <CampaignPeriod period={period} revenue={revenue} />}
      <SearchField
        placeholder={t('list.search')}
        value={values.search ?? ''}
        maxLength={SEARCH_MAX}
        // Typing replaces the history entry, so one step back leaves the search.
        onSearch={(text) => filters.set('search', text, { replace: values.search !== undefined && text !== '' })}
      />
      <FilterSheet count={[values.status, values.tag].filter(Boolean).length}>
        <ChoiceLinks
          label={t('list.status')}
          choices={[
            { label: t('list.views.current'), to: filters.to('status', null), chosen: query.status === undefined },
            ...CAMPAIGN_STATUSES.map((each) => ({
              label: t(`list.views.${each}`),
              to: filters.to('status', each),
              chosen: query.status === each,
            })),
          ]}
        />
        <FilterSelect
          label={t('list.tag')}
          anyLabel={t('list.any_tag')}
          options={known.map((each) => ({ value: each, label: each }))}
          value={chosen}
          onChange={(value) => filters.set('tag', value)}
        />
        {filters.isFiltered && (
          <ButtonLink variant="ghost" to={filters.cleared} icon={<FilterX size={16} strokeWidth={1.75} aria-hidden />}>
            {t('list.clear_filters')}
          </ButtonLink>
        )}
      </FilterSheet>
    </>
  );
}

/** Filters of the URL that can't be applied. */
export function UnknownFilters({ filters }: { filters: CampaignFilters }) {
  const { t } = useTranslation('campaigns');
  return filters.unknown.map(({ name, value }) => (
    <Banner
      key={name}
      kind="warning"
      action={
        <ButtonLink size="sm" to={filters.to(name, null)}>
          {t('list.remove_filter')}
        </ButtonLink>
      }
    >
      {t('list.unknown_filter', { filter: t(`list.${name}`), value })}
    </Banner>
  ));
}
