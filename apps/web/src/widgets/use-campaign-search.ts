import { campaignsApi } from '@poklik/contract/campaigns';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../api/client.ts';

/** The largest page of the list; further campaigns are found by searching. */
const OFFERED = '100';

/** Campaigns of the account by name, filtered by the search text. */
export const useCampaignSearch = (search: string, enabled = true) =>
  useQuery({
    queryKey: ['campaigns', 'options', search],
    queryFn: ({ signal }) =>
      call(
        campaignsApi.list,
        { query: { per_page: OFFERED, sort: 'name', order: 'asc', ...(search === '' ? {} : { search }) } },
        { signal },
      ),
    placeholderData: keepPreviousData,
    enabled,
  });
