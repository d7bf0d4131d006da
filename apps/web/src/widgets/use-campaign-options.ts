import { useDebouncedValue } from '@mantine/hooks';
import { campaignsApi } from '@poklik/contract/campaigns';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../api/client.ts';
import type { SelectOption } from '../ui/select.tsx';
import { useCampaignSearch } from './use-campaign-search.ts';

/** The choice of no campaign in particular. */
export const ALL_CAMPAIGNS = 'all';

const PAUSE_MS = 200;

const optionOf = ({ id, name }: { id: number; name: string }): SelectOption => ({ value: String(id), label: name });

/** All campaigns, or one of the account's, for a select that asks the server what is typed into it. */
export function useCampaignOptions(chosen: string) {
  const { t } = useTranslation('select');
  const [typed, setTyped] = useState('');
  const [searched] = useDebouncedValue(typed, PAUSE_MS);

  // One that came by the address may be on no page that was read.
  const current = useQuery({
    queryKey: ['campaigns', 'option', chosen],
    queryFn: ({ signal }) => call(campaignsApi.get, { params: { id: chosen } }, { signal }),
    select: ({ data }) => optionOf(data),
    enabled: chosen !== ALL_CAMPAIGNS,
  });
  const everywhere = { value: ALL_CAMPAIGNS, label: t('all_campaigns') };
  const known = [everywhere, ...(current.data ? [current.data] : [])];
  // The control also tells the name of what is chosen, which nobody typed.
  const search = known.some(({ label }) => label === searched) ? '' : searched.trim();

  const found = useCampaignSearch(search).data?.data.map(optionOf) ?? [];
  const others = found.filter(({ value }) => value !== current.data?.value);
  return { options: [...known, ...others], onSearch: setTyped };
}
