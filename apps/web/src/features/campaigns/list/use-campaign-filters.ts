import { TAG_MAX } from '@poklik/contract/campaign-bulk';
import { CAMPAIGN_STATUSES, type CampaignStatus, SEARCH_MAX } from '@poklik/contract/campaigns';
import { type ListFilters, useListFilters } from '../../../ui/data-table/use-list-filters.ts';

type Name = 'search' | 'status' | 'tag';

export interface CampaignFilters extends ListFilters<Name> {
  /** Query for the server. */
  query: { search?: string; status?: CampaignStatus; tag?: string };
  /** Invalid filters in the URL, shown to the user. */
  unknown: { name: 'status' | 'tag'; value: string }[];
}

/** Filters of the campaign list. */
export function useCampaignFilters(): CampaignFilters {
  const filters = useListFilters(['search', 'status', 'tag']);
  const { search = '', status, tag } = filters.values;
  const text = search.trim().slice(0, SEARCH_MAX);
  const knownStatus = CAMPAIGN_STATUSES.find((each) => each === status);
  const knownTag = tag !== undefined && tag.trim() !== '' && tag.length <= TAG_MAX ? tag : undefined;
  return {
    ...filters,
    query: {
      ...(text !== '' && { search: text }),
      ...(knownStatus && { status: knownStatus }),
      ...(knownTag && { tag: knownTag }),
    },
    unknown: [
      ...(status !== undefined && !knownStatus ? [{ name: 'status' as const, value: status }] : []),
      ...(tag !== undefined && !knownTag ? [{ name: 'tag' as const, value: tag }] : []),
    ],
  };
}
