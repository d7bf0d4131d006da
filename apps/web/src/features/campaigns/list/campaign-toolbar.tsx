import { CAMPAIGN_STATUSES, SEARCH_MAX } from '@poklik/contract/campaigns';
import { FilterX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Banner } from '../../../ui/banner.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { ChoiceLinks } from '../../../ui/choice-links.tsx';
import { ListToolbar } from '../../../ui/data-table/list-toolbar.tsx';
import { FilterSelect } from '../../../ui/filter-select.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import type { CampaignFilters } from './use-campaign-filters.ts';

/** Search, status and tag filters. */
export function CampaignToolbar({ filters, tags }: { filters: CampaignFilters; tags: string[] }) {
  const { t } = useTranslation('campaigns');
  const { values, query } = filters;
  const chosen = query.tag ?? null;
  // The URL may contain a tag that no longer exists.
  const known = chosen === null || tags.includes(chosen) ? tags : [chosen, ...tags];
  return (
    <>
      <ListToolbar>
        <SearchField
          placeholder={t('list.search')}
          value={values.search ?? ''}
          maxLength={SEARCH_MAX}
          // Typing replaces the history entry, so one step back leaves the search.
          onSearch={(text) => filters.set('search', text, { replace: values.search !== undefined && text !== '' })}
        />
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
      </ListToolbar>
      {filters.unknown.map(({ name, value }) => (
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
      ))}
    </>
  );
}
