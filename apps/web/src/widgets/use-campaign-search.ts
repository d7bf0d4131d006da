import { campaignsApi } from '@poklik/contract/campaigns';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../api/client.ts';

/** As many as a page of the list may have; more are found by typing. */
const OFFERED = '100';

/** Campaigns of the account by name, or those that the server finds for what is typed. */
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
